package dev.postern.migrations;

/** A store could not be reached, or is in a state that the migrator must not touch; the message says which. */
public final class MigrationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MigrationException(String message) {
        super(message);
    }

    MigrationException(String message, Throwable cause) {
        super(message, cause);
    }
}
