package dev.postern.livelog;

import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.EventKey;
import dev.postern.model.LogEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * That an attempt reached the log: what filters ask of it, and nothing that its event or its destination carries.
 *
 * @param code the destination's own answer code; null where there was none
 * @param time when the attempt was made
 * @param eventTime when its event happened
 * @param attemptNumber 1 for the first try of this event at this destination
 * @param matchedDestinationIds where its event went; empty where the attempt can't be what brought the event to the log
 */
public record LogNotice(
        String tenantId,
        String eventId,
        String deliveryId,
        String destinationId,
        String destinationType,
        String topic,
        DeliveryStatus status,
        @Nullable String code,
        Instant time,
        Instant eventTime,
        int attemptNumber,
        boolean manual,
        List<String> matchedDestinationIds) {

    public LogNotice {
        matchedDestinationIds = List.copyOf(matchedDestinationIds);
    }

    /** Of entries that were stored, in their order. An event's destinations are named once, or there were their square. */
    public static List<LogNotice> of(List<LogEntry> stored) {
        List<LogNotice> notices = new ArrayList<>(stored.size());
        Set<EventKey> named = new HashSet<>();
        for (LogEntry entry : stored) {
            Delivery delivery = entry.delivery();
            boolean names = mayBringItsEvent(delivery.attemptNumber(), delivery.manual())
                    && named.add(entry.event().key());
            notices.add(of(entry.event(), delivery, names));
        }
        return notices;
    }

    private static LogNotice of(Event event, Delivery delivery, boolean names) {
        return new LogNotice(
                event.tenantId(),
                event.id(),
                delivery.id(),
                delivery.destinationId(),
                delivery.destinationType(),
                event.topic(),
                delivery.status(),
                delivery.code(),
                delivery.time(),
                event.time(),
                delivery.attemptNumber(),
                delivery.manual(),
                names ? event.matchedDestinationIds() : List.of());
    }

    public EventKey event() {
        return new EventKey(tenantId, eventId);
    }

    /** Whether its event may have come to the log with it, and not with an attempt before. */
    public boolean mayBringItsEvent() {
        return mayBringItsEvent(attemptNumber, manual);
    }

    private static boolean mayBringItsEvent(int attemptNumber, boolean manual) {
        return attemptNumber <= 1 && !manual;
    }
}
