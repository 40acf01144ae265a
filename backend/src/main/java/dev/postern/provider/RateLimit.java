package dev.postern.provider;

import java.time.Duration;

/**
 * How often a destination may be given events at most.
 *
 * @param events at least 1
 * @param per the time for which that holds
 */
public record RateLimit(int events, Duration per) {

    public RateLimit {
        if (events < 1 || !per.isPositive()) {
            throw new IllegalArgumentException(
                    "events: %d, per: %s (expected: both more than zero)".formatted(events, per));
        }
    }
}
