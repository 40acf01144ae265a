package dev.postern.logstore;

import java.time.Duration;
import reactor.core.publisher.Mono;

/** Counts failures that stand, where they lie. {@link StandingFailures} reads them. */
public interface FailureReader {

    /**
     * Counts what the query means. What takes longer than the deadline is broken off in the store, and ends with a
     * {@link MetricsTimeoutException}; so is what nobody waits for any more.
     */
    Mono<FailureCount> countFailures(FailureQuery query, Duration deadline);

    /**
     * How many failures stand.
     *
     * @param deliveries how many pairs of an event and a destination
     * @param destinations at how many destinations
     */
    record FailureCount(long deliveries, long destinations) {

        public static final FailureCount NONE = new FailureCount(0, 0);
    }
}
