package dev.postern.api.wire;

import dev.postern.json.Utf8;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Refuses text that is no Unicode: JSON's escapes can write half of a surrogate pair, which no store
 * keeps as it came and no receiver could be sent.
 */
final class WellFormed {

    static void require(Map<String, @Nullable Object> members) {
        if (!holds(members)) {
            tell(members);
        }
    }

    /** Of each request, so without the paths that only a refusal has to tell. */
    private static boolean holds(@Nullable Object value) {
        return switch (value) {
            case String text -> Utf8.canEncode(text);
            case Map<?, ?> map -> {
                for (Map.Entry<?, ?> member : map.entrySet()) {
                    if (!holds(member.getKey()) || !holds(member.getValue())) {
                        yield false;
                    }
                }
                yield true;
            }
            case List<?> list -> {
                for (Object element : list) {
                    if (!holds(element)) {
                        yield false;
                    }
                }
                yield true;
            }
            case null, default -> true;
        };
    }

    private static void tell(Map<String, @Nullable Object> members) {
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
        if (!Utf8.canEncode(text)) {
            throw BadRequest.malformed(
                    "%s has half of a surrogate pair (expected: well-formed Unicode)".formatted(path));
        }
    }

    private WellFormed() {}
}
