package dev.postern.logstore.postgres;

import dev.postern.logstore.DeliveryFilter;
import dev.postern.logstore.DeliveryQuery;
import dev.postern.logstore.EventFilter;
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
        EventFilter filter = query.filter();
        int leading = filter.ids().isEmpty() ? leading(filter.tenantIds(), List.of(filter.topics())) : 1;
        return new ListQuery(
                Source.EVENTS,
                new Source.Detail(query.withData(), false, false),
                Branches.choose(matches(filter), leading, maxBranches),
                bounds(filter),
                query.page());
    }

    ListQuery of(DeliveryQuery query, boolean latency) {
        DeliveryFilter filter = query.filter();
        int leading = filter.eventIds().isEmpty()
                ? leading(
                        filter.tenantIds(),
                        List.of(filter.destinationIds(), filter.topics(), filter.destinationTypes()))
                : 1;
        return new ListQuery(
                Source.ATTEMPTS,
                new Source.Detail(query.withData(), query.withResponse(), latency),
                Branches.choose(matches(filter), leading, maxBranches),
                bounds(filter),
                query.page());
    }

    /** The values that columns may have, those first that can lead an index. */
    static List<Match> matches(EventFilter filter) {
        List<Match> matches = new ArrayList<>();
        add(matches, Column.ID, filter.ids());
        add(matches, Column.TENANT, filter.tenantIds());
        add(matches, Column.TOPIC, filter.topics());
        if (!filter.destinationIds().isEmpty()) {
            matches.add(Match.of(Column.MATCHED_DESTINATIONS, filter.destinationIds())
                    .as(Mode.OVERLAP));
        }
        return matches;
    }

    /** The values that columns may have, those first that can lead an index. */
    static List<Match> matches(DeliveryFilter filter) {
        List<Match> matches = new ArrayList<>();
        add(matches, Column.EVENT, filter.eventIds());
        add(matches, Column.TENANT, filter.tenantIds());
        add(matches, Column.DESTINATION, filter.destinationIds());
        add(matches, Column.TOPIC, filter.topics());
        add(matches, Column.DESTINATION_TYPE, filter.destinationTypes());
        if (filter.status() != null) {
            add(matches, Column.STATUS, Set.of(InsertStatement.status(filter.status())));
        }
        add(matches, Column.CODE, filter.codes());
        if (filter.manual() != null) {
            add(matches, Column.MANUAL, Set.of(filter.manual().toString()));
        }
        return matches;
    }

    static List<ListQuery.Bound> bounds(EventFilter filter) {
        return ListQuery.bounds(Column.TIME, filter.time());
    }

    static List<ListQuery.Bound> bounds(DeliveryFilter filter) {
        List<ListQuery.Bound> bounds = new ArrayList<>(ListQuery.bounds(Column.TIME, filter.time()));
        bounds.addAll(ListQuery.bounds(Column.EVENT_TIME, filter.eventTime()));
        return bounds;
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
    private static int leading(Set<String> tenantIds, List<Set<String>> others) {
        return tenantIds.isEmpty()
                ? 0
                : 1
                        + Math.toIntExact(others.stream()
                                .filter(values -> !values.isEmpty())
                                .count());
    }

    private static void add(List<Match> matches, Column column, Collection<String> values) {
        if (!values.isEmpty()) {
            matches.add(Match.of(column, values));
        }
    }
}
