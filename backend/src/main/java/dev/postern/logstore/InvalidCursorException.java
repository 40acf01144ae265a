package dev.postern.logstore;

/** A text that is no place in the list it was used for. */
public final class InvalidCursorException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    InvalidCursorException(String fault) {
        super("cursor: " + fault + " (expected: one that this list gave)");
    }
}
