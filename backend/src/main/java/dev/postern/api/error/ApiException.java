package dev.postern.api.error;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request that can't be answered, for a reason that its sender may know. */
public final class ApiException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final ErrorCode code;
    private final String reason;
    private final @Nullable String argument;

    private ApiException(ErrorCode code, @Nullable String argument, String reason) {
        super(reason, null, false, false);
        this.code = code;
        this.argument = argument;
        this.reason = reason;
    }

    /**
     * An argument that can't be right.
     *
     * @param argument its name, inner ones joined by dots
     * @param fault what is there and what was expected
     */
    public static ApiException badInput(String argument, String fault) {
        return new ApiException(ErrorCode.BAD_USER_INPUT, argument, argument + ": " + fault);
    }

    /** Something that only operators may do. */
    public static ApiException forbidden() {
        return new ApiException(ErrorCode.FORBIDDEN, null, "Only an operator may do this");
    }

    /** An answer that can't be given for its size. */
    public static ApiException tooLarge(String fault) {
        return new ApiException(ErrorCode.TOO_LARGE, null, fault);
    }

    /** Something that is not there for this viewer. */
    public static ApiException notFound(String fault) {
        return new ApiException(ErrorCode.NOT_FOUND, null, fault);
    }

    /** Something that there is no room for now. */
    public static ApiException unavailable(String fault) {
        return new ApiException(ErrorCode.UNAVAILABLE, null, fault);
    }

    public static ApiException timeout() {
        return new ApiException(ErrorCode.TIMEOUT, null, "The request took longer than it may");
    }

    public ErrorCode code() {
        return code;
    }

    /** What to tell the sender. */
    public String reason() {
        return reason;
    }

    /** The argument at fault, if it was one. */
    public Optional<String> argument() {
        return Optional.ofNullable(argument);
    }
}
