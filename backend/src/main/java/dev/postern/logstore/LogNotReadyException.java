package dev.postern.logstore;

import dev.postern.model.Causes;

/** The log doesn't take entries now, whatever they hold: it is down, or its tables are not as they should be. */
public final class LogNotReadyException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public LogNotReadyException(Throwable cause) {
        super(cause.getMessage(), cause);
    }

    /** What lies at the bottom of it, in a line. */
    public String reason() {
        return Causes.reason(this);
    }
}
