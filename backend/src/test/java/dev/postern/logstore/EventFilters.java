package dev.postern.logstore;

import static dev.postern.logstore.LogEntries.START;

import dev.postern.model.Event;
import dev.postern.model.PageRequest;
import dev.postern.model.TimeRange;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** What events are filtered by, and what that means. */
record EventFilters(
        Set<String> tenants, Set<String> ids, Set<String> destinations, Set<String> topics, TimeRange time) {

    static List<EventFilters> all() {
        return List.of(
                new EventFilters(Set.of(), Set.of(), Set.of(), Set.of(), TimeRange.ANY),
                new EventFilters(Set.of("t1"), Set.of(), Set.of(), Set.of(), TimeRange.ANY),
                new EventFilters(Set.of("t1", "t2", "\\\""), Set.of(), Set.of(), Set.of(), TimeRange.ANY),
                new EventFilters(Set.of(), Set.of("evt_4"), Set.of(), Set.of(), TimeRange.ANY),
                new EventFilters(Set.of(), Set.of("evt_4", "evt_5", "evt_59"), Set.of(), Set.of(), TimeRange.ANY),
                new EventFilters(Set.of(), Set.of(), Set.of("des_1"), Set.of(), TimeRange.ANY),
                new EventFilters(Set.of(), Set.of(), Set.of("des_1", "des_all"), Set.of(), TimeRange.ANY),
                new EventFilters(Set.of(), Set.of(), Set.of(), Set.of("topic.1"), TimeRange.ANY),
                new EventFilters(Set.of(), Set.of(), Set.of(), Set.of("topic.1", "topic.0"), TimeRange.ANY),
                new EventFilters(
                        Set.of(), Set.of(), Set.of(), Set.of(), new TimeRange(START, null, START.plusSeconds(4), null)),
                new EventFilters(
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        new TimeRange(
                                null,
                                START.plusNanos(1),
                                null,
                                START.plusSeconds(4).plusNanos(1))));
    }

    EventFilters and(EventFilters other) {
        return new EventFilters(
                DeliveryFilters.either(tenants, other.tenants),
                DeliveryFilters.either(ids, other.ids),
                DeliveryFilters.either(destinations, other.destinations),
                DeliveryFilters.either(topics, other.topics),
                time.equals(TimeRange.ANY) ? other.time : time);
    }

    EventQuery query(PageRequest page) {
        return new EventQuery(tenants, ids, destinations, topics, time, page, true);
    }

    Predicate<Event> matches() {
        return event -> DeliveryFilters.has(tenants, event.tenantId())
                && DeliveryFilters.has(ids, event.id())
                && DeliveryFilters.has(topics, event.topic())
                && (destinations.isEmpty()
                        || event.matchedDestinationIds().stream().anyMatch(destinations::contains))
                && time.contains(event.time());
    }
}
