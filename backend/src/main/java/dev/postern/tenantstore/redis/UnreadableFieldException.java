package dev.postern.tenantstore.redis;

import org.jspecify.annotations.Nullable;

/** A stored field that is not what it should be; the message says whose, which and why, and no secret. */
final class UnreadableFieldException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    UnreadableFieldException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
