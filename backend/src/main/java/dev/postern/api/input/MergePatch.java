package dev.postern.api.input;

import dev.postern.api.error.UserError.Code;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** RFC 7396 on maps of strings: a member given as null is removed, others are merged in, null removes all. */
final class MergePatch {

    /** The merged map. Faults name the member. */
    static Map<String, String> apply(
            @Nullable Map<String, String> stored, @Nullable Object patch, String field, Faults faults) {
        var merged = new LinkedHashMap<String, String>();
        if (patch == null) {
            return merged;
        }
        if (!(patch instanceof Map<?, ?> members)) {
            faults.add(Code.INVALID, "not an object (expected: an object of strings and nulls)", field);
            return merged;
        }
        if (stored != null) {
            merged.putAll(stored);
        }
        members.forEach((name, value) -> {
            String key = String.valueOf(name);
            switch (value) {
                case null -> merged.remove(key);
                case String text -> merged.put(key, text);
                default -> faults.add(Code.INVALID, "not a string (expected: a string or null)", field, key);
            }
        });
        return merged;
    }

    private MergePatch() {}
}
