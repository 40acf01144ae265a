package dev.postern.logstore;

import dev.postern.model.DeliveryStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Counts what is in the log, where it lies. A count that takes longer than its deadline is broken off in
 * the store, and ends with a {@link MetricsTimeoutException}; so is one that nobody waits for any more.
 */
public interface MetricsReader {

    Mono<Metrics<EventPoint>> countEvents(EventMetricsQuery query);

    Mono<Metrics<DeliveryPoint>> countDeliveries(DeliveryMetricsQuery query);

    /**
     * Events of one bucket and one value of each dimension; null for what was not asked for.
     *
     * @param time when the bucket begins
     * @param rate events a second
     */
    record EventPoint(
            @Nullable Instant time,
            @Nullable String tenantId,
            @Nullable String topic,
            @Nullable String destinationId,
            long count,
            double rate) {

        /** Nothing in a bucket, or in all of the window. */
        public static EventPoint none(@Nullable Instant time) {
            return new EventPoint(time, null, null, null, 0, 0);
        }
    }

    /**
     * Deliveries of one bucket and one value of each dimension; null, or zero, for what was not asked for.
     *
     * @param time when the bucket begins
     * @param rate attempts a second
     * @param latencyP50 in milliseconds; like the others, null where none was measured
     */
    record DeliveryPoint(
            @Nullable Instant time,
            @Nullable String tenantId,
            @Nullable String destinationId,
            @Nullable String destinationType,
            @Nullable String topic,
            @Nullable DeliveryStatus status,
            @Nullable String code,
            @Nullable Boolean manual,
            @Nullable Integer attemptNumber,
            long count,
            long successCount,
            long failedCount,
            long firstAttemptCount,
            long retryCount,
            long manualRetryCount,
            double averageAttemptNumber,
            double rate,
            @Nullable Double latencyP50,
            @Nullable Double latencyP95,
            @Nullable Double latencyP99) {

        /** Nothing in a bucket, or in all of the window. */
        public static DeliveryPoint none(@Nullable Instant time) {
            return new DeliveryPoint(
                    time, null, null, null, null, null, null, null, null, 0, 0, 0, 0, 0, 0, 0, 0, null, null, null);
        }

        /** Those that failed over all. */
        public double errorRate() {
            return count == 0 ? 0 : (double) failedCount / count;
        }
    }
}
