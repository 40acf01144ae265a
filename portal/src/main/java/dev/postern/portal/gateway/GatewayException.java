package dev.postern.portal.gateway;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** The gateway gave no answer that a page could be made of. */
public abstract sealed class GatewayException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String text;

    private GatewayException(String text, @Nullable Throwable cause) {
        super(text, cause);
        this.text = text;
    }

    /** What happened, for people. */
    public final String text() {
        return text;
    }

    /** The credentials are unknown, or have lapsed. */
    public static final class Unauthenticated extends GatewayException {

        @Serial
        private static final long serialVersionUID = 1L;

        public Unauthenticated() {
            super("The gateway does not accept these credentials", null);
        }
    }

    /** What was asked for is not there, or not for this visitor: the two look alike. */
    public static final class NotFound extends GatewayException {

        @Serial
        private static final long serialVersionUID = 1L;

        public NotFound() {
            super("Not found", null);
        }
    }

    /** The gateway understood the request and turns it down; its message is fit for people. */
    public static final class Refused extends GatewayException {

        @Serial
        private static final long serialVersionUID = 1L;

        public Refused(String message) {
            super(message, null);
        }
    }

    /** The gateway can't be reached, is too slow, or failed inside. The message is fit for people. */
    public static final class Unavailable extends GatewayException {

        @Serial
        private static final long serialVersionUID = 1L;

        private final String reference;

        public Unavailable(String message, String reference, @Nullable Throwable cause) {
            super(message, cause);
            this.reference = reference;
        }

        /** Finds this failure in the logs. */
        public String reference() {
            return reference;
        }
    }
}
