package dev.postern.logstore;

import java.time.Duration;

/**
 * What counting may cost.
 *
 * @param points how many points an answer has at most, from 1
 * @param deadline after which the store itself breaks the counting off
 */
public record MetricsLimits(int points, Duration deadline) {

    public MetricsLimits {
        if (points < 1) {
            throw new IllegalArgumentException("points: %d (expected: >= 1)".formatted(points));
        }
        if (!deadline.isPositive()) {
            throw new IllegalArgumentException("deadline: %s (expected: > 0)".formatted(deadline));
        }
    }
}
