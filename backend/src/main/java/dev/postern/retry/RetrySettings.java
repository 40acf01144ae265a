package dev.postern.retry;

import dev.postern.model.Ranges;
import java.time.Duration;

/**
 * The limits of the retry schedule.
 *
 * @param visibility for how long a received retry is hidden from others, at least 1 ms; 30 s by default
 */
public record RetrySettings(Duration visibility) {

    public RetrySettings {
        Ranges.requireAtLeast("visibility", visibility, Duration.ofMillis(1));
    }

    public static RetrySettings defaults() {
        return new RetrySettings(Duration.ofSeconds(30));
    }
}
