package dev.postern.security;

/** Credentials that stand for nobody; the message says why, and is safe to show. */
public final class UnauthenticatedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** The GraphQL error code that such a request is answered with. */
    public static final String CODE = "UNAUTHENTICATED";

    private final String message;

    UnauthenticatedException(String message) {
        super(message, null, false, false);
        this.message = message;
    }

    @Override
    public String getMessage() {
        return message;
    }

    static UnauthenticatedException missing() {
        return new UnauthenticatedException(
                "No credentials (expected: Authorization: Bearer <API key or tenant token>)");
    }

    static UnauthenticatedException invalid() {
        return new UnauthenticatedException("The credentials are not valid");
    }

    static UnauthenticatedException expired() {
        return new UnauthenticatedException("The credentials have expired");
    }
}
