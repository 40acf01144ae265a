package dev.postern.delivery.lanes;

import dev.postern.provider.RateLimit;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * A bucket of tokens for one destination, of which it holds a second's worth, and one at least: so within
 * any period no more than that goes beyond the limit.
 */
final class Pace {

    private final RateLimit limit;
    private final long capacity;
    private final Bucket bucket;

    Pace(RateLimit limit, Clock clock) {
        this.limit = limit;
        capacity = Math.max(1, Math.ceilDiv(limit.events() * 1_000L, limit.per().toMillis()));
        bucket = Bucket.builder()
                .addLimit(stage -> stage.capacity(capacity).refillGreedy(limit.events(), limit.per()))
                .withCustomTimePrecision(new Meter(clock))
                .build();
    }

    RateLimit limit() {
        return limit;
    }

    boolean isReady() {
        return bucket.getAvailableTokens() > 0;
    }

    /** Whether nothing was taken of late, so that nobody misses it. */
    boolean isFull() {
        return bucket.getAvailableTokens() >= capacity;
    }

    /** Takes a token, even one that is not there yet: an attempt that is made counts. */
    void take() {
        bucket.consumeIgnoringRateLimits(1);
    }

    Duration untilNext() {
        return Duration.ofNanos(bucket.estimateAbilityToConsume(1).getNanosToWaitForRefill());
    }

    Duration expectedWait(int waiting) {
        return limit.per().multipliedBy(waiting + 1L).dividedBy(limit.events());
    }

    long room(Duration longestWait, int waiting) {
        return Math.max(1, longestWait.toMillis() * limit.events() / limit.per().toMillis()) - waiting;
    }

    private record Meter(Clock clock) implements TimeMeter {

        @Override
        public long currentTimeNanos() {
            Instant now = clock.instant();
            return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
        }

        @Override
        public boolean isWallClockBased() {
            return true;
        }
    }
}
