package dev.postern.api.input;

import dev.postern.api.error.RefusedException;
import dev.postern.api.error.UserError;
import dev.postern.api.error.UserError.Code;
import dev.postern.model.Identifiers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is wrong with an input, gathered so that its sender hears of everything at once. */
public final class Faults {

    private static final int MAX_ENTRIES = 64;
    private static final int MAX_ENTRY_BYTES = 1_024;

    private final List<UserError> faults = new ArrayList<>();

    void add(Code code, String message, String... field) {
        faults.add(UserError.of(code, message, field).within(List.of("input")));
    }

    /** Refuses an id that a new tenant or destination may not be given; those that another system made may have it. */
    public Faults keyId(String field, @Nullable String id) {
        if (id != null) {
            Identifiers.faultOfKeyId(id).ifPresent(fault -> add(Code.INVALID, fault, field));
        }
        return this;
    }

    /** Refuses an id that nothing stored can have. */
    public Faults id(String field, @Nullable String id) {
        if (id != null) {
            Identifiers.faultOfEventId(id).ifPresent(fault -> add(Code.INVALID, fault, field));
        }
        return this;
    }

    /** Refuses more than 64 entries, and one of more than 1 KiB. */
    public Faults metadata(String field, @Nullable Map<String, String> entries) {
        if (entries == null) {
            return this;
        }
        if (entries.size() > MAX_ENTRIES) {
            add(Code.TOO_LARGE, "%d entries (expected: at most %d)".formatted(entries.size(), MAX_ENTRIES), field);
            return this;
        }
        entries.forEach((key, value) -> {
            int size = bytes(key) + bytes(value);
            if (size > MAX_ENTRY_BYTES) {
                add(Code.TOO_LARGE, "%d bytes (expected: at most %d)".formatted(size, MAX_ENTRY_BYTES), field, key);
            } else if (key.isEmpty() || (key + value).indexOf('\0') >= 0) {
                add(Code.INVALID, "an empty name or a NUL character (expected: neither)", field, key);
            }
        });
        return this;
    }

    /** Goes on only where nothing is wrong. */
    public void refuse() {
        if (!faults.isEmpty()) {
            throw new RefusedException(faults);
        }
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
