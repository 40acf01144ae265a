package dev.postern.logstore;

import dev.postern.model.TimeRange;
import java.util.Set;

/**
 * Which events are meant. An empty set means any.
 *
 * @param tenantIds whose events; empty is for operators alone
 * @param destinationIds matched at least one of these
 * @param time when the event happened
 */
public record EventFilter(
        Set<String> tenantIds, Set<String> ids, Set<String> destinationIds, Set<String> topics, TimeRange time) {

    /** Every event there is. */
    public static final EventFilter ANY = new EventFilter(Set.of(), Set.of(), Set.of(), Set.of(), TimeRange.ANY);

    public EventFilter {
        tenantIds = Set.copyOf(tenantIds);
        ids = Set.copyOf(ids);
        destinationIds = Set.copyOf(destinationIds);
        topics = Set.copyOf(topics);
    }
}
