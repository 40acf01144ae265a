package dev.postern.queue;

import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.DeliveryTask;
import dev.postern.model.Destination;
import dev.postern.model.Event;
import dev.postern.model.Filter;
import dev.postern.model.LogEntry;
import dev.postern.model.Topics;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Messages for the queues' tests. */
public final class Samples {

    public static final Instant TIME = Instant.parse("2026-03-04T05:06:07.890Z");

    public static Event event(String id, String data) {
        return new Event(id, "acme", null, List.of("des_1"), "user.created", true, TIME, Map.of("trace", "t<1>"), data);
    }

    public static DeliveryTask task(int number) {
        return new DeliveryTask(event("evt_" + number, "{\"n\": " + number + "}"), "des_1", 1, false);
    }

    public static LogEntry entry(int number) {
        Event event = event("evt_" + number, "{\"n\": " + number + "}");
        return new LogEntry(event, delivery(event), destination());
    }

    public static Delivery delivery(Event event) {
        return new Delivery(
                "atm_" + event.id(),
                "des_1",
                "webhook",
                DeliveryStatus.FAILED,
                TIME.plusMillis(10),
                2,
                true,
                "503",
                "{\"status\":503,\"body\":\"<busy>\"}",
                42,
                event);
    }

    public static Destination destination() {
        return new Destination(
                "des_1",
                "acme",
                "webhook",
                Topics.of("user.created", "user.deleted"),
                new Filter(Map.of("data", Map.of("n", 1L))),
                Map.of("url", "https://example.test/?a=1&b=2"),
                Map.of(),
                null,
                Map.of("team", "core"),
                TIME.minusSeconds(60),
                TIME.minusSeconds(30),
                null);
    }

    private Samples() {}
}
