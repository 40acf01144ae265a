package dev.postern.logstore.postgres;

import dev.postern.logstore.DeliveryQuery;
import dev.postern.logstore.EventQuery;
import dev.postern.logstore.postgres.ListQuery.Match;
import dev.postern.logstore.postgres.ListQuery.Mode;
import dev.postern.model.PageRequest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** From the port's queries to those of SQL. */
final class Queries {

    private static final PageRequest NEWEST = PageRequest.first(1);

    private final int maxBranches;

    Queries(int maxBranches) {
        this.maxBranches = maxBranches;
    }

    ListQuery of(EventQuery query) {
        List<Match> matches = new ArrayList<>();
        add(matches, Column.ID, query.ids());
        add(matches, Column.TENANT, query.tenantIds());
        add(matches, Column.TOPIC, query.topics());
        int leading = query.ids().isEmpty() ? leading(matches, query.tenantIds()) : 1;
        if (!query.destinationIds().isEmpty()) {
            matches.add(Match.of(Column.MATCHED_DESTINATIONS, query.destinationIds())
                    .as(Mode.OVERLAP));
        }
        return new ListQuery(
                Source.EVENTS,
                new Source.Detail(query.withData(), false, false),
                Branches.choose(matches, leading, maxBranches),
                ListQuery.bounds(Column.TIME, query.time()),
                query.page());
    }

    ListQuery of(DeliveryQuery query, boolean latency) {
        List<Match> matches = new ArrayList<>();
        add(matches, Column.EVENT, query.eventIds());
        add(matches, Column.TENANT, query.tenantIds());
        add(matches, Column.DESTINATION, query.destinationIds());
        add(matches, Column.TOPIC, query.topics());
        add(matches, Column.DESTINATION_TYPE, query.destinationTypes());
        int leading = query.eventIds().isEmpty() ? leading(matches, query.tenantIds()) : 1;
        if (query.status() != null) {
            add(matches, Column.STATUS, Set.of(InsertStatement.status(query.status())));
        }
        add(matches, Column.CODE, query.codes());
        if (query.manual() != null) {
            add(matches, Column.MANUAL, Set.of(query.manual().toString()));
        }
        List<ListQuery.Bound> bounds = new ArrayList<>(ListQuery.bounds(Column.TIME, query.time()));
        bounds.addAll(ListQuery.bounds(Column.EVENT_TIME, query.eventTime()));
        return new ListQuery(
                Source.ATTEMPTS,
                new Source.Detail(query.withData(), query.withResponse(), latency),
                Branches.choose(matches, leading, maxBranches),
                bounds,
                query.page());
    }

    ListQuery newestEvent(@Nullable String tenantId, String id, boolean withData) {
        List<Match> matches = new ArrayList<>();
        add(matches, Column.ID, Set.of(id));
        add(matches, Column.TENANT, tenantId == null ? Set.of() : Set.of(tenantId));
        return new ListQuery(Source.EVENTS, new Source.Detail(withData, false, false), matches, List.of(), NEWEST);
    }

    ListQuery newestDelivery(@Nullable String tenantId, String id, boolean latency) {
        List<Match> matches = new ArrayList<>();
        add(matches, Column.ID, Set.of(id));
        add(matches, Column.TENANT, tenantId == null ? Set.of() : Set.of(tenantId));
        return new ListQuery(Source.ATTEMPTS, new Source.Detail(true, true, latency), matches, List.of(), NEWEST);
    }

    ListQuery latestDelivery(String tenantId, String eventId, String destinationId, boolean latency) {
        List<Match> matches = new ArrayList<>();
        add(matches, Column.EVENT, Set.of(eventId));
        add(matches, Column.TENANT, Set.of(tenantId));
        add(matches, Column.DESTINATION, Set.of(destinationId));
        return new ListQuery(Source.ATTEMPTS, new Source.Detail(true, true, latency), matches, List.of(), NEWEST);
    }

    /** Without a tenant, or an event, no index but the one by time gives an order. */
    private static int leading(List<Match> matches, Set<String> tenantIds) {
        return tenantIds.isEmpty() ? 0 : matches.size();
    }

    private static void add(List<Match> matches, Column column, Collection<String> values) {
        if (!values.isEmpty()) {
            matches.add(Match.of(column, values));
        }
    }
}
