package dev.postern.json;

/** Text that is not one JSON value, or not of the kind asked for; the message says where, and never quotes it. */
public final class JsonException extends RuntimeException {

    private static final long serialVersionUID = 1;

    JsonException(String message) {
        super(message);
    }
}
