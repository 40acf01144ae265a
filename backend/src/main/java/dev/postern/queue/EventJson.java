package dev.postern.queue;

import dev.postern.json.Json;
import dev.postern.json.RawJson;
import dev.postern.model.Event;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The event inside both messages. Its payload is copied as text, never parsed. */
final class EventJson {

    static Map<String, @Nullable Object> write(Event event) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("id", event.id());
        json.put("tenant_id", event.tenantId());
        json.put("destination_id", event.destinationId() == null ? "" : event.destinationId());
        json.put(
                "matched_destination_ids",
                event.matchedDestinationIds().isEmpty() ? null : event.matchedDestinationIds());
        json.put("topic", event.topic());
        json.put("eligible_for_retry", event.eligibleForRetry());
        json.put("time", GoTime.write(event.time()));
        json.put("metadata", Json.sorted(event.metadata()));
        json.put("data", new RawJson(event.requireData()));
        return json;
    }

    static Event read(Members json) {
        return new Event(
                json.text("id"),
                json.text("tenant_id"),
                json.textOrNull("destination_id"),
                json.list("matched_destination_ids"),
                json.text("topic"),
                json.flag("eligible_for_retry", true),
                json.time("time"),
                json.texts("metadata"),
                json.raw("data"));
    }

    private EventJson() {}
}
