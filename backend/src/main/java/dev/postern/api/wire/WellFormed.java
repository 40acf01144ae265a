package dev.postern.api.wire;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Refuses text that is no Unicode: JSON's escapes can write half of a surrogate pair, which no store
 * keeps as it came and no receiver could be sent.
 */
final class WellFormed {

    static void require(Map<String, @Nullable Object> members) {
        members.forEach((name, value) -> {
            text(name, "a name");
            value(value, name);
        });
    }

    private static void value(@Nullable Object value, String path) {
        switch (value) {
            case String text -> text(text, path);
            case Map<?, ?> map ->
                map.forEach((name, member) -> {
                    text((String) name, "a name in " + path);
                    value(member, path + "." + name);
                });
            case List<?> list -> {
                for (int i = 0; i < list.size(); i++) {
                    value(list.get(i), path + "." + i);
                }
            }
            case null, default -> {}
        }
    }

    /** Of a pair, {@link String#codePoints()} makes one code point; what is left over is half of one. */
    private static void text(String text, String path) {
        if (text.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
            throw BadRequest.malformed(
                    "%s has half of a surrogate pair (expected: well-formed Unicode)".formatted(path));
        }
    }

    private WellFormed() {}
}
