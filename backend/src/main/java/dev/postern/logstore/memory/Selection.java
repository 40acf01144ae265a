package dev.postern.logstore.memory;

import dev.postern.logstore.DeliveryFilter;
import dev.postern.logstore.EventFilter;
import dev.postern.logstore.StoredForm;
import dev.postern.model.Delivery;
import dev.postern.model.Event;
import dev.postern.model.EventKey;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The rows that a filter means. */
final class Selection {

    static Predicate<Event> of(EventFilter filter) {
        return event -> any(filter.tenantIds(), event.tenantId())
                && any(filter.ids(), event.id())
                && any(filter.topics(), event.topic())
                && (filter.destinationIds().isEmpty()
                        || event.matchedDestinationIds().stream().anyMatch(id -> any(filter.destinationIds(), id)))
                && filter.time().contains(event.time());
    }

    static Predicate<Delivery> of(DeliveryFilter filter) {
        return delivery -> any(filter.tenantIds(), delivery.tenantId())
                && any(filter.eventIds(), delivery.eventId())
                && any(filter.destinationIds(), delivery.destinationId())
                && any(filter.destinationTypes(), delivery.destinationType())
                && any(filter.topics(), delivery.event().topic())
                && (filter.status() == null || filter.status() == delivery.status())
                && (filter.codes().isEmpty() || (delivery.code() != null && any(filter.codes(), delivery.code())))
                && (filter.manual() == null || filter.manual() == delivery.manual())
                && filter.time().contains(delivery.time())
                && filter.eventTime().contains(delivery.event().time());
    }

    static Predicate<Event> event(@Nullable String tenantId, String id) {
        return event -> (tenantId == null || is(tenantId, event.tenantId())) && is(id, event.id());
    }

    static Predicate<Delivery> delivery(@Nullable String tenantId, String id) {
        return delivery -> (tenantId == null || is(tenantId, delivery.tenantId())) && is(id, delivery.id());
    }

    /** The event's deliveries; where {@code destinationId} is not null, those at that destination. */
    static Predicate<Delivery> attempts(EventKey event, @Nullable String destinationId) {
        return delivery -> is(event.tenantId(), delivery.tenantId())
                && is(event.id(), delivery.eventId())
                && (destinationId == null || is(destinationId, delivery.destinationId()));
    }

    static boolean any(Set<String> wanted, String stored) {
        return wanted.isEmpty() || wanted.stream().anyMatch(value -> is(value, stored));
    }

    private static boolean is(String wanted, String stored) {
        return StoredForm.text(wanted).equals(stored);
    }

    private Selection() {}
}
