package dev.postern.provider.webhook;

/** A destination and an event that together make no valid request; the message is for the tenant. */
final class MalformedRequestException extends RuntimeException {

    private static final long serialVersionUID = 1;

    MalformedRequestException(String message) {
        super(message);
    }
}
