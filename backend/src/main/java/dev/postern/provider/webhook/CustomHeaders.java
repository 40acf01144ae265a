package dev.postern.provider.webhook;

import dev.postern.json.Json;
import dev.postern.json.JsonException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The headers that a tenant adds to every request, kept as a JSON object in the config. */
final class CustomHeaders {

    static final String KEY = "custom_headers";

    private static final int MAX_HEADERS = 64;
    private static final int MAX_VALUE_LENGTH = 4_096;
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9_-]*");
    private static final Set<String> RESERVED = Set.of("content-type", "user-agent");

    /**
     * The headers; none where there is no text.
     *
     * @throws MalformedRequestException where the text is not a JSON object of strings, or a header can't
     *     be set
     */
    static Map<String, String> parse(@Nullable String json) {
        Map<String, String> headers = read(json);
        headers.forEach((name, value) -> faultIn(name, value).ifPresent(fault -> {
            throw new MalformedRequestException("%s: %s %s".formatted(KEY, name, fault));
        }));
        return headers;
    }

    /**
     * As {@link #parse}, without a look at the single headers.
     *
     * @throws MalformedRequestException where the text is not a JSON object of strings
     */
    static Map<String, String> read(@Nullable String json) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (json == null || json.isBlank()) {
            return headers;
        }
        object(json).forEach((name, value) -> {
            if (!(value instanceof String text)) {
                throw new MalformedRequestException("%s: %s is not a string".formatted(KEY, name));
            }
            headers.put(name, text);
        });
        if (headers.size() > MAX_HEADERS) {
            throw new MalformedRequestException(
                    "%s has %d headers (expected: at most %d)".formatted(KEY, headers.size(), MAX_HEADERS));
        }
        return headers;
    }

    /** Why this header can't be set, where it can't. */
    static Optional<String> faultIn(String name, String value) {
        if (!NAME.matcher(name).matches()) {
            return Optional.of("is no header name (expected: letters, digits, - and _)");
        }
        if (RESERVED.contains(name.toLowerCase(Locale.ROOT))) {
            return Optional.of("is a header that can't be set");
        }
        if (value.isEmpty() || value.length() > MAX_VALUE_LENGTH) {
            return Optional.of(
                    "has a value of %d characters (expected: 1..%d)".formatted(value.length(), MAX_VALUE_LENGTH));
        }
        return HeaderFields.faultIn(name, value);
    }

    private static Map<String, @Nullable Object> object(String json) {
        try {
            return Json.parseObject(json);
        } catch (JsonException e) {
            throw new MalformedRequestException(KEY + " is not a JSON object: " + e.getMessage());
        }
    }

    private CustomHeaders() {}
}
