package dev.postern.retry;

import java.time.Duration;

/**
 * The limits of the retry schedule.
 *
 * @param visibility for how long a received retry is hidden from others, at least 1 ms; 30 s by default
 */
public record RetrySettings(Duration visibility) {

    public RetrySettings {
        if (visibility.toMillis() < 1) {
            throw new IllegalArgumentException("visibility: %s (expected: >= 1 ms)".formatted(visibility));
        }
    }

    public static RetrySettings defaults() {
        return new RetrySettings(Duration.ofSeconds(30));
    }
}
