package dev.postern.logstore;

import dev.postern.model.Ranges;
import java.time.Duration;

/**
 * What counting may cost.
 *
 * @param points how many points an answer has at most, from 1
 * @param deadline after which the store itself breaks the counting off
 */
public record MetricsLimits(int points, Duration deadline) {

    public MetricsLimits {
        Ranges.requireAtLeast("points", points, 1);
        Ranges.requirePositive("deadline", deadline);
    }
}
