package dev.postern.queue;

import dev.postern.json.Json;
import dev.postern.json.RawJson;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members of a JSON object, read leniently: absent and null are alike, unknown ones are ignored.
 * A member of the wrong kind is refused by name.
 */
record Members(String path, Map<String, @Nullable Object> map) {

    static Members parse(byte[] bytes, String... rawPath) {
        return new Members("", Json.parseObject(new String(bytes, StandardCharsets.UTF_8), rawPath));
    }

    Members object(String name) {
        Members object = objectOrNull(name);
        if (object == null) {
            throw wrong(name, null, "an object");
        }
        return object;
    }

    @SuppressWarnings("unchecked")
    @Nullable
    Members objectOrNull(String name) {
        return switch (map.get(name)) {
            case null -> null;
            case Map<?, ?> object -> new Members(path + name + ".", (Map<String, @Nullable Object>) object);
            case Object other -> throw wrong(name, other, "an object");
        };
    }

    /** Empty where absent. */
    String text(String name) {
        return switch (map.get(name)) {
            case null -> "";
            case String text -> text;
            case Object other -> throw wrong(name, other, "text");
        };
    }

    /** Null where absent or empty. */
    @Nullable
    String textOrNull(String name) {
        String text = text(name);
        return text.isEmpty() ? null : text;
    }

    boolean is(String name, String text) {
        return text.equals(map.get(name));
    }

    boolean flag(String name, boolean absent) {
        return switch (map.get(name)) {
            case null -> absent;
            case Boolean flag -> flag;
            case Object other -> throw wrong(name, other, "true or false");
        };
    }

    int number(String name, int absent) {
        return switch (map.get(name)) {
            case null -> absent;
            case Long number -> Math.toIntExact(number);
            case Object other -> throw wrong(name, other, "an integer");
        };
    }

    /** 1970 where absent. */
    Instant time(String name) {
        String text = text(name);
        return text.isEmpty() ? Instant.EPOCH : GoTime.read(text);
    }

    List<String> list(String name) {
        return switch (map.get(name)) {
            case null -> List.of();
            case List<?> list -> list.stream().map(Members::asText).toList();
            case Object other -> throw wrong(name, other, "a list");
        };
    }

    Map<String, String> texts(String name) {
        Members object = objectOrNull(name);
        if (object == null) {
            return Map.of();
        }
        var texts = new LinkedHashMap<String, String>();
        object.map().forEach((key, value) -> texts.put(key, asText(value)));
        return texts;
    }

    /** The exact text of the member that was parsed raw; {@code null} where absent, as Go prints it. */
    String raw(String name) {
        return map.get(name) instanceof RawJson raw ? raw.text() : "null";
    }

    /** The member as compact JSON. */
    @Nullable
    String jsonOrNull(String name) {
        Object value = map.get(name);
        return value == null ? null : Json.write(value);
    }

    private IllegalArgumentException wrong(String name, @Nullable Object value, String expected) {
        String kind = value == null ? "absent" : value.getClass().getSimpleName();
        return new IllegalArgumentException("%s%s: %s (expected: %s)".formatted(path, name, kind, expected));
    }

    private static String asText(@Nullable Object value) {
        return switch (value) {
            case null -> "";
            case String text -> text;
            default -> Json.write(value);
        };
    }
}
