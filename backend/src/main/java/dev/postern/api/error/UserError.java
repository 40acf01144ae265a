package dev.postern.api.error;

import java.util.ArrayList;
import java.util.List;

/**
 * Something about a mutation's input that the caller can put right.
 *
 * @param message for people
 * @param field the path of the offending input field, from {@code input} on
 */
public record UserError(Code code, String message, List<String> field) {

    public UserError {
        field = List.copyOf(field);
    }

    public static UserError of(Code code, String message, String... field) {
        return new UserError(code, message, List.of(field));
    }

    /** The same fault, seen from further out. */
    public UserError within(List<String> outer) {
        var path = new ArrayList<>(outer);
        path.addAll(field);
        return new UserError(code, message, path);
    }

    /** The schema's {@code UserErrorCode}. */
    public enum Code {
        INVALID,
        REQUIRED,
        NOT_FOUND,
        CONFLICT,
        TOO_LARGE,
        LIMIT_REACHED,
        DESTINATION_DISABLED,
        TOPIC_MISMATCH,
        FORBIDDEN,
        UNAVAILABLE
    }
}
