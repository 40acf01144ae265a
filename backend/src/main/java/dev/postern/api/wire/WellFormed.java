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

    private static void text(String text, String path) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isSurrogate(c)) {
                continue;
            }
            boolean pair = Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1));
            if (!pair) {
                throw BadRequest.malformed(
                        "%s has half of a surrogate pair (expected: well-formed Unicode)".formatted(path));
            }
            i++;
        }
    }

    private WellFormed() {}
}
