package dev.postern.intake;

/** These bytes are no event, however often they come. */
final class MalformedEventException extends RuntimeException {

    private static final long serialVersionUID = 1;

    MalformedEventException(String message) {
        super(message);
    }
}
