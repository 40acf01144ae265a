package dev.postern.tenantstore.redis;

import dev.postern.json.Json;
import dev.postern.model.Topics;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Times, maps and topic lists as the text of a hash's field, in every form that Outpost ever wrote. */
final class StoredText {

    static String time(Instant time) {
        return Long.toString(time.toEpochMilli());
    }

    /** Unix milliseconds, or RFC 3339 as old Outposts wrote it; to the millisecond. */
    static Instant parseTime(String text) {
        return text.indexOf('T') < 0
                ? Instant.ofEpochMilli(Long.parseLong(text))
                : OffsetDateTime.parse(text).toInstant().truncatedTo(ChronoUnit.MILLIS);
    }

    static String map(Map<String, String> map) {
        return Json.writeGo(Json.sorted(map));
    }

    /** The map, whatever its values are made into text as Go would; null where {@code null} is stored. */
    static @Nullable Map<String, String> parseMap(String text) {
        Object value = Json.parse(text);
        if (value == null) {
            return null;
        }
        if (!(value instanceof Map<?, ?> members)) {
            throw new IllegalArgumentException("not an object (expected: a JSON object)");
        }
        var map = new LinkedHashMap<String, String>();
        members.forEach((name, member) -> map.put((String) name, text(member)));
        return map;
    }

    static String topics(Topics topics) {
        return String.join(",", topics.entries());
    }

    /** Joined by commas as Outpost writes them, or a JSON array as its documents say. */
    static Topics parseTopics(String text) {
        if (text.startsWith("[")) {
            return topics(Json.parse(text));
        }
        return new Topics(text.isEmpty() ? List.of() : List.of(text.split(",", -1)));
    }

    /** Topics out of JSON: an array, or one text alone; none where it is neither. */
    static Topics topics(@Nullable Object json) {
        return switch (json) {
            case String one -> Topics.of(one);
            case List<?> several ->
                new Topics(several.stream()
                        .filter(String.class::isInstance)
                        .map(String.class::cast)
                        .toList());
            case null, default -> new Topics(List.of());
        };
    }

    private static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "";
            case String string -> string;
            case Boolean bool -> bool.toString();
            case Number number -> text(number.doubleValue());
            default -> Json.writeGo(Json.goValue(value));
        };
    }

    /** As Go's {@code %v} prints a float64: shortest, with an exponent of at least two digits from 1e+06 and below 1e-04. */
    private static String text(double value) {
        if (value == 0 || Double.isInfinite(value)) {
            return value == 0 ? Json.goFloat(value) : Double.toString(value);
        }
        BigDecimal shortest = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        int exponent = shortest.precision() - shortest.scale() - 1;
        if (exponent >= -4 && exponent < 6) {
            return shortest.toPlainString();
        }
        return "%se%s%02d"
                .formatted(
                        shortest.movePointLeft(exponent).toPlainString(), exponent < 0 ? "-" : "+", Math.abs(exponent));
    }

    private StoredText() {}
}
