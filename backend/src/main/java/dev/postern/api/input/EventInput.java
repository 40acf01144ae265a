package dev.postern.api.input;

import dev.postern.api.error.RefusedException;
import dev.postern.api.error.UserError.Code;
import dev.postern.json.Json;
import dev.postern.json.JsonException;
import dev.postern.json.Utf8;
import dev.postern.model.Event;
import dev.postern.model.IdGenerator;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes events of what publishers give, or refuses it field by field. */
public final class EventInput {

    private final IdGenerator ids;
    private final Clock clock;
    private final int maxBytes;

    /** @param maxBytes how large a payload may be as UTF-8 */
    public EventInput(IdGenerator ids, Clock clock, int maxBytes) {
        this.ids = ids;
        this.clock = clock;
        this.maxBytes = maxBytes;
    }

    /** The event that a {@code PublishEventInput} describes; throws {@link RefusedException}. */
    public Event event(Map<String, @Nullable Object> fields) {
        return event(Input.of(fields));
    }

    public Event event(Input input) {
        String tenantId = String.valueOf(input.text("tenantId"));
        String topic = input.text("topic") == null ? "" : String.valueOf(input.text("topic"));
        Map<String, String> metadata = input.strings("metadata");
        var faults = new Faults()
                .id("id", input.text("id"))
                .id("tenantId", tenantId)
                .id("destinationId", input.text("destinationId"))
                .metadata("metadata", metadata);
        if (!topic.isEmpty()) {
            faults.id("topic", topic);
        }
        String data = payload(input, faults);
        faults.refuse();
        String id = input.text("id");
        Instant time = input.time("time");
        return new Event(
                id == null ? ids.newEventId() : id,
                tenantId,
                input.text("destinationId"),
                List.of(),
                topic,
                !Boolean.FALSE.equals(input.value("eligibleForRetry")),
                (time == null ? clock.instant() : time).truncatedTo(ChronoUnit.MILLIS),
                metadata == null ? Map.of() : metadata,
                data);
    }

    /** The payload as the text that is delivered; empty where a fault was found. */
    private String payload(Input input, Faults faults) {
        Object data = input.json("data");
        String raw = input.text("rawData");
        if ((data == null) == (raw == null)) {
            faults.add(
                    data == null ? Code.REQUIRED : Code.INVALID,
                    "%s of data and rawData given (expected: exactly one)".formatted(data == null ? "none" : "both"),
                    "data");
            return "";
        }
        return raw == null ? checked(Json.write(data), "data", faults) : checkedRaw(raw, faults);
    }

    private String checkedRaw(String raw, Faults faults) {
        String text = checked(raw, "rawData", faults);
        if (!text.isEmpty()) {
            try {
                Json.requireValid(text);
            } catch (JsonException e) {
                faults.add(Code.INVALID, String.valueOf(e.getMessage()), "rawData");
            }
        } else if (raw.isEmpty()) {
            faults.add(Code.INVALID, "empty (expected: JSON text)", "rawData");
        }
        return text;
    }

    private String checked(String text, String field, Faults faults) {
        if (!Utf8.canEncode(text)) {
            faults.add(Code.INVALID, "has half of a surrogate pair (expected: whole characters)", field);
            return "";
        }
        long size = Utf8.length(text);
        if (size > maxBytes) {
            faults.add(Code.TOO_LARGE, "%d bytes (expected: at most %d)".formatted(size, maxBytes), field);
            return "";
        }
        return text;
    }
}
