package dev.postern.tenantstore;

import org.jspecify.annotations.Nullable;

/**
 * A stored field that is not what it should be, however often it is read; the message says whose, which
 * and why, and no secret.
 */
public final class UnreadableFieldException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    public UnreadableFieldException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
