package dev.postern.fakes;

import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.DeliveryTask;
import dev.postern.model.Destination;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import dev.postern.model.Topics;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A tenant's events and destinations. */
public final class Samples {

    public static final String TENANT = "acme";
    public static final Instant TIME = Instant.parse("2026-03-01T11:59:00Z");

    public static Event event(String id) {
        return event(TENANT, id, "order.created");
    }

    public static Event event(String tenantId, String id, String topic) {
        return new Event(
                id, tenantId, null, List.of(), topic, true, TIME, Map.of("source", "shop"), "{\"total\": 1.10}");
    }

    public static Event notEligibleForRetry(Event event) {
        return new Event(
                event.id(),
                event.tenantId(),
                event.destinationId(),
                event.matchedDestinationIds(),
                event.topic(),
                false,
                event.time(),
                event.metadata(),
                event.data());
    }

    public static Destination destination(String id) {
        return destination(TENANT, id, ScriptedProvider.TYPE, Topics.ALL);
    }

    public static Destination destination(String tenantId, String id, String type, Topics topics) {
        return new Destination(
                id,
                tenantId,
                type,
                topics,
                null,
                Map.of("url", "https://example.com/hook"),
                Map.of("secret", "whsec_abc"),
                Map.of("authorization", "Bearer abc"),
                Map.of("owner", "billing"),
                TIME,
                TIME,
                null);
    }

    public static DeliveryTask task(String eventId, String destinationId, int attempt) {
        return new DeliveryTask(event(eventId), destinationId, attempt, false);
    }

    public static DeliveryTask manualTask(String eventId, String destinationId, int attempt) {
        return new DeliveryTask(event(eventId), destinationId, attempt, true);
    }

    public static LogEntry logEntry(String eventId, String destinationId, int attempt) {
        return logEntry(event(eventId), destinationId, attempt);
    }

    public static LogEntry logEntry(Event event, String destinationId, int attempt) {
        return new LogEntry(
                event,
                new Delivery(
                        "atm_%s_%s_%d".formatted(event.id(), destinationId, attempt),
                        destinationId,
                        ScriptedProvider.TYPE,
                        DeliveryStatus.FAILED,
                        TIME.plusSeconds(attempt),
                        attempt,
                        false,
                        "500",
                        null,
                        12,
                        event),
                null);
    }

    private Samples() {}
}
