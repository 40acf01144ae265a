package dev.postern.provider;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How one attempt ended; each has the code and the answer that the log keeps. */
public sealed interface PublishOutcome {

    /** The destination's answer code, or a short error name. */
    String code();

    /** The destination's answer as JSON text; null where there was none. */
    @Nullable
    String response();

    /** The destination took the event. */
    record Delivered(String code, @Nullable String response) implements PublishOutcome {}

    /**
     * The destination refused the event.
     *
     * @param retryAfter how long it asked to be left alone
     */
    record Rejected(String code, @Nullable String response, Optional<Duration> retryAfter) implements PublishOutcome {}

    /** The destination refused the event, and says that it will never take one again. */
    record Gone(String code, @Nullable String response) implements PublishOutcome {}

    /** Nobody answered: no name, no connection, or one that broke. */
    record Unreachable(String code) implements PublishOutcome {
        @Override
        public @Nullable String response() {
            return null;
        }
    }

    /** No answer came within the deadline. */
    record TimedOut() implements PublishOutcome {
        @Override
        public String code() {
            return "timeout";
        }

        @Override
        public @Nullable String response() {
            return null;
        }
    }

    /**
     * Nothing could be sent: the destination's configuration makes no valid request.
     *
     * @param response JSON text that says what is wrong
     */
    record Malformed(String response) implements PublishOutcome {
        @Override
        public String code() {
            return "ERR";
        }
    }
}
