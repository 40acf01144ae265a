package dev.postern.api.error;

import dev.postern.api.error.UserError.Code;
import java.util.List;

/** A mutation that was refused for its input, and changed nothing. */
public final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient List<UserError> errors;

    public RefusedException(List<UserError> errors) {
        super(errors.toString(), null, false, false);
        this.errors = List.copyOf(errors);
    }

    public RefusedException(Code code, String message, String... field) {
        this(List.of(UserError.of(code, message, field)));
    }

    public List<UserError> errors() {
        return errors;
    }
}
