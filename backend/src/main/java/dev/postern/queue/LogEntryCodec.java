package dev.postern.queue;

import dev.postern.json.Json;
import dev.postern.json.RawJson;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Log entries as Outpost's {@code logmq} carries them, but for the destination's secrets. */
public final class LogEntryCodec implements MessageCodec<LogEntry> {

    @Override
    public byte[] encode(LogEntry entry) {
        Map<String, @Nullable Object> json = members(entry);
        json.put("event", OriginJson.with(EventJson.write(entry.event()), entry.origin()));
        return Json.writeGo(json).getBytes(StandardCharsets.UTF_8);
    }

    /** Its event, attempt and destination, for those who put them into messages of their own. */
    public static Map<String, @Nullable Object> members(LogEntry entry) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("event", EventJson.write(entry.event()));
        json.put("attempt", attempt(entry.delivery()));
        json.put("destination", entry.destination() == null ? null : DestinationJson.write(entry.destination()));
        return json;
    }

    @Override
    public LogEntry decode(byte[] bytes) {
        var json = Members.parse(bytes, "event", "data");
        Members eventJson = json.object("event");
        Event event = EventJson.read(eventJson);
        Members destination = json.objectOrNull("destination");
        return new LogEntry(
                event,
                delivery(json.object("attempt"), event),
                destination == null ? null : DestinationJson.read(destination),
                OriginJson.read(eventJson, eventJson));
    }

    private static Map<String, @Nullable Object> attempt(Delivery delivery) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("id", delivery.id());
        json.put("tenant_id", delivery.tenantId());
        json.put("event_id", delivery.eventId());
        json.put("destination_id", delivery.destinationId());
        json.put("destination_type", delivery.destinationType());
        json.put("attempt_number", delivery.attemptNumber());
        json.put("manual", delivery.manual());
        json.put("status", delivery.status().name().toLowerCase(Locale.ROOT));
        json.put("time", GoTime.write(delivery.time()));
        json.put("code", delivery.code() == null ? "" : delivery.code());
        json.put("response_data", delivery.response() == null ? null : new RawJson(delivery.response()));
        if (delivery.latencyMs() != null) {
            json.put("latency_ms", delivery.latencyMs());
        }
        return json;
    }

    private static Delivery delivery(Members json, Event event) {
        int latency = json.number("latency_ms", -1);
        return new Delivery(
                json.text("id"),
                json.text("destination_id"),
                json.text("destination_type"),
                status(json.text("status")),
                json.time("time"),
                json.number("attempt_number", 0),
                json.flag("manual", false),
                json.textOrNull("code"),
                json.jsonOrNull("response_data"),
                latency < 0 ? null : latency,
                event);
    }

    private static DeliveryStatus status(String text) {
        return switch (text) {
            case "success" -> DeliveryStatus.SUCCESS;
            case "failed" -> DeliveryStatus.FAILED;
            default ->
                throw new IllegalArgumentException("attempt.status: %s (expected: success or failed)".formatted(text));
        };
    }
}
