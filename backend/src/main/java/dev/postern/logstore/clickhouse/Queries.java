package dev.postern.logstore.clickhouse;

import dev.postern.logstore.DeliveryFilter;
import dev.postern.logstore.EventFilter;
import dev.postern.logstore.clickhouse.ListQuery.Bound;
import dev.postern.logstore.clickhouse.ListQuery.Match;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** From the port's filters to those of SQL. */
final class Queries {

    static ListQuery of(EventFilter filter) {
        List<Match> matches = new ArrayList<>();
        add(matches, Column.TENANT, filter.tenantIds());
        add(matches, Column.EVENT, filter.ids());
        add(matches, Column.TOPIC, filter.topics());
        add(matches, Column.MATCHED_DESTINATIONS, filter.destinationIds());
        return new ListQuery(Source.EVENTS, matches, ListQuery.bounds(Column.EVENT_TIME, filter.time()));
    }

    static ListQuery of(DeliveryFilter filter) {
        List<Match> matches = new ArrayList<>();
        add(matches, Column.TENANT, filter.tenantIds());
        add(matches, Column.EVENT, filter.eventIds());
        add(matches, Column.DESTINATION, filter.destinationIds());
        add(matches, Column.DESTINATION_TYPE, filter.destinationTypes());
        add(matches, Column.TOPIC, filter.topics());
        add(matches, Column.STATUS, filter.status() == null ? Set.of() : Set.of(Status.text(filter.status())));
        add(matches, Column.CODE, filter.codes());
        add(matches, Column.MANUAL, filter.manual() == null ? Set.of() : Set.of(filter.manual() ? "1" : "0"));
        List<Bound> bounds = new ArrayList<>(ListQuery.bounds(Column.ATTEMPT_TIME, filter.time()));
        bounds.addAll(ListQuery.bounds(Column.EVENT_TIME, filter.eventTime()));
        return new ListQuery(Source.ATTEMPTS, matches, bounds);
    }

    static ListQuery event(@Nullable String tenantId, String id) {
        return new ListQuery(Source.EVENTS, matches(tenantId, Column.EVENT, id), List.of());
    }

    static ListQuery delivery(@Nullable String tenantId, String id) {
        return new ListQuery(Source.ATTEMPTS, matches(tenantId, Column.ATTEMPT, id), List.of());
    }

    static ListQuery attempts(String tenantId, String eventId) {
        return new ListQuery(Source.ATTEMPTS, matches(tenantId, Column.EVENT, eventId), List.of());
    }

    static ListQuery attempts(String tenantId, String eventId, String destinationId) {
        List<Match> matches = matches(tenantId, Column.EVENT, eventId);
        add(matches, Column.DESTINATION, Set.of(destinationId));
        return new ListQuery(Source.ATTEMPTS, matches, List.of());
    }

    private static List<Match> matches(@Nullable String tenantId, Column column, String value) {
        List<Match> matches = new ArrayList<>();
        add(matches, Column.TENANT, tenantId == null ? Set.of() : Set.of(tenantId));
        add(matches, column, Set.of(value));
        return matches;
    }

    private static void add(List<Match> matches, Column column, Collection<String> values) {
        if (!values.isEmpty()) {
            matches.add(Match.of(column, values));
        }
    }

    private Queries() {}
}
