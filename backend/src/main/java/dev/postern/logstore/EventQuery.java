package dev.postern.logstore;

import dev.postern.model.PageRequest;
import dev.postern.model.TimeRange;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A page of events. An empty set, or null, means any.
 *
 * @param tenantIds whose events; empty is for operators alone
 * @param destinationIds matched at least one of these
 * @param time when the event happened
 * @param withData whether payloads are read
 */
public record EventQuery(
        Set<String> tenantIds,
        Set<String> ids,
        Set<String> destinationIds,
        Set<String> topics,
        TimeRange time,
        PageRequest page,
        boolean withData) {

    public EventQuery {
        tenantIds = Set.copyOf(tenantIds);
        ids = Set.copyOf(ids);
        destinationIds = Set.copyOf(destinationIds);
        topics = Set.copyOf(topics);
    }

    /** A page of the events that the filter means. */
    public static EventQuery of(EventFilter filter, PageRequest page, boolean withData) {
        return new EventQuery(
                filter.tenantIds(),
                filter.ids(),
                filter.destinationIds(),
                filter.topics(),
                filter.time(),
                page,
                withData);
    }

    /** Which events, whatever the page. */
    public EventFilter filter() {
        return new EventFilter(tenantIds, ids, destinationIds, topics, time);
    }

    /** Every event of a tenant, or of all tenants where it is null. */
    public static EventQuery of(@Nullable String tenantId, PageRequest page) {
        return new EventQuery(
                tenantId == null ? Set.of() : Set.of(tenantId),
                Set.of(),
                Set.of(),
                Set.of(),
                TimeRange.ANY,
                page,
                true);
    }
}
