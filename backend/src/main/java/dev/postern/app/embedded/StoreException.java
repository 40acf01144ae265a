package dev.postern.app.embedded;

/** A store without which nothing can start. Its message is one line for the operator. */
public final class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public StoreException(String message) {
        super(message);
    }

    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
