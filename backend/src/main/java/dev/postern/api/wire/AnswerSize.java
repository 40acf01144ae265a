package dev.postern.api.wire;

import dev.postern.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How long the text of an answer will be, told before it is written: about so many characters, and no fewer than half. */
final class AnswerSize {

    /** Of a number, a truth value, and whatever else is short. */
    private static final int SHORT = 8;

    /** Quotes, a colon, a comma. */
    private static final int AROUND = 4;

    private final long most;
    private long size;

    private AnswerSize(long most) {
        this.most = most;
    }

    /** @param most beyond which it isn't told how much more it is */
    static long of(@Nullable Object data, long most) {
        var counted = new AnswerSize(most);
        counted.add(data);
        return counted.size;
    }

    private void add(@Nullable Object value) {
        if (size > most) {
            return;
        }
        switch (value) {
            case String text -> size += text.length() + AROUND;
            case RawJson json -> size += json.text().length() + AROUND;
            case Map<?, ?> members ->
                members.forEach((name, member) -> {
                    size += ((String) name).length() + AROUND;
                    add(member);
                });
            case Iterable<?> elements -> elements.forEach(this::add);
            case null, default -> size += SHORT;
        }
    }
}
