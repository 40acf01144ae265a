package dev.postern.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the records' constructors share: refuse with value and expectation, copy what can change. */
final class Checks {

    static String notEmpty(String name, String value) {
        if (value.isEmpty()) {
            throw new IllegalArgumentException(name + ": empty (expected: at least 1 character)");
        }
        return value;
    }

    static Map<String, String> copy(Map<String, String> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    static @Nullable Map<String, String> copyOrNull(@Nullable Map<String, String> map) {
        return map == null ? null : copy(map);
    }

    static List<String> copy(List<String> list) {
        return Collections.unmodifiableList(new ArrayList<>(list));
    }

    private Checks() {}
}
