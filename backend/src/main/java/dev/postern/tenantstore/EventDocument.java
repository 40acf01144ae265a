package dev.postern.tenantstore;

import dev.postern.json.Json;
import dev.postern.json.JsonException;
import dev.postern.model.Event;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The event as filters see it: {@code {id, topic, time, metadata, data}}, the time in RFC 3339 to the
 * second. The payload is parsed when the first filter asks, and once: most destinations have none.
 */
final class EventDocument {

    private final Event event;
    private @Nullable Map<String, @Nullable Object> members;

    EventDocument(Event event) {
        this.event = event;
    }

    Map<String, @Nullable Object> members() {
        if (members == null) {
            members = build();
        }
        return members;
    }

    private Map<String, @Nullable Object> build() {
        var built = new LinkedHashMap<String, @Nullable Object>();
        built.put("id", event.id());
        built.put("topic", event.topic());
        built.put("time", event.time().truncatedTo(ChronoUnit.SECONDS).toString());
        built.put("metadata", event.metadata());
        try {
            built.put("data", Json.parse(event.requireData()));
        } catch (JsonException notJson) {
            // No condition on the payload can hold then, and those on the rest still may.
        }
        return built;
    }
}
