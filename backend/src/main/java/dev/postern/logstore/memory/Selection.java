package dev.postern.logstore.memory;

import dev.postern.logstore.DeliveryQuery;
import dev.postern.logstore.EventQuery;
import dev.postern.logstore.StoredForm;
import dev.postern.model.Delivery;
import dev.postern.model.Event;
import dev.postern.model.EventKey;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The rows that a query asks for. */
final class Selection {

    static Predicate<Event> of(EventQuery query) {
        return event -> any(query.tenantIds(), event.tenantId())
                && any(query.ids(), event.id())
                && any(query.topics(), event.topic())
                && (query.destinationIds().isEmpty()
                        || event.matchedDestinationIds().stream().anyMatch(id -> any(query.destinationIds(), id)))
                && query.time().contains(event.time());
    }

    static Predicate<Delivery> of(DeliveryQuery query) {
        return delivery -> any(query.tenantIds(), delivery.tenantId())
                && any(query.eventIds(), delivery.eventId())
                && any(query.destinationIds(), delivery.destinationId())
                && any(query.destinationTypes(), delivery.destinationType())
                && any(query.topics(), delivery.event().topic())
                && (query.status() == null || query.status() == delivery.status())
                && (query.codes().isEmpty() || (delivery.code() != null && any(query.codes(), delivery.code())))
                && (query.manual() == null || query.manual() == delivery.manual())
                && query.time().contains(delivery.time())
                && query.eventTime().contains(delivery.event().time());
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

    private static boolean any(Set<String> wanted, String stored) {
        return wanted.isEmpty() || wanted.stream().anyMatch(value -> is(value, stored));
    }

    private static boolean is(String wanted, String stored) {
        return StoredForm.text(wanted).equals(stored);
    }

    private Selection() {}
}
