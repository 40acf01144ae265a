package dev.postern.logstore.postgres;

import dev.postern.json.Json;
import dev.postern.json.JsonException;
import dev.postern.logstore.StoredForm;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import io.r2dbc.spi.Readable;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** From rows, with the columns of {@link Source} from an index on, to values. */
final class Rows {

    static Event event(Readable row, int at) {
        String[] matched = row.get(at + 6, String[].class);
        return new Event(
                text(row, at),
                text(row, at + 1),
                null,
                matched == null ? List.of() : List.of(matched),
                text(row, at + 3),
                flag(row, at + 4),
                time(row, at + 2),
                metadata(row.get(at + 5, String.class)),
                row.get(at + 7, String.class));
    }

    static Delivery delivery(Readable row, int at) {
        Event event = new Event(
                text(row, at + 1),
                text(row, at + 2),
                null,
                List.of(),
                text(row, at + 5),
                flag(row, at + 12),
                time(row, at + 11),
                metadata(row.get(at + 13, String.class)),
                row.get(at + 15, String.class));
        Integer attemptNumber = row.get(at + 8, Integer.class);
        return new Delivery(
                text(row, at),
                text(row, at + 3),
                text(row, at + 4),
                text(row, at + 6).equals("success") ? DeliveryStatus.SUCCESS : DeliveryStatus.FAILED,
                time(row, at + 7),
                attemptNumber == null ? 0 : attemptNumber,
                flag(row, at + 9),
                row.get(at + 10, String.class),
                StoredForm.response(row.get(at + 16, String.class)),
                row.get(at + 14, Integer.class),
                event);
    }

    private static String text(Readable row, int at) {
        String text = row.get(at, String.class);
        return text == null ? "" : text;
    }

    private static boolean flag(Readable row, int at) {
        return Boolean.TRUE.equals(row.get(at, Boolean.class));
    }

    private static Instant time(Readable row, int at) {
        OffsetDateTime time = row.get(at, OffsetDateTime.class);
        if (time == null) {
            throw new IllegalStateException("column " + at + " is null (expected: a time)");
        }
        return time.toInstant();
    }

    /** Ours hold text alone; what else a foreign row may hold is given as JSON text. */
    private static Map<String, String> metadata(@Nullable String json) {
        Map<String, String> metadata = new LinkedHashMap<>();
        if (json == null || json.equals("{}") || json.equals("null")) {
            return metadata;
        }
        try {
            Json.parseObject(json)
                    .forEach((key, value) -> metadata.put(key, value instanceof String s ? s : Json.write(value)));
        } catch (JsonException e) {
            metadata.clear();
        }
        return metadata;
    }

    private Rows() {}
}
