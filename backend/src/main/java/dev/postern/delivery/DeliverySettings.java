package dev.postern.delivery;

import dev.postern.model.Ranges;
import java.time.Duration;

/**
 * How deliveries are made.
 *
 * @param concurrency how many are made at once by one process (DELIVERY_MAX_CONCURRENCY, default 1,
 *     as Outpost's); 1 to 10,000
 * @param timeout what a destination has to answer (DELIVERY_TIMEOUT_SECONDS, default 5 seconds);
 *     positive. A provider keeps to it by itself; one that doesn't is cut off 2 seconds later
 * @param remember for how long an attempt is known as made (DELIVERY_IDEMPOTENCY_KEY_TTL, default 1
 *     hour); positive
 * @param tries how often a task is taken up whose own destination makes us fail, before that counts as
 *     a failed attempt; default 5; 1 to 1,000
 * @param longestRetryAfter the most of a destination's wish to be left alone that is granted
 *     (POSTERN_RETRY_AFTER_MAX_SECONDS, default 1 hour); zero or more
 * @param disablesGone whether a destination that says it is gone for good is disabled
 *     (POSTERN_DISABLE_GONE_DESTINATIONS, default true)
 * @param drain how long a stopping worker waits for the deliveries in hand; default 15 seconds; zero
 *     or more
 */
public record DeliverySettings(
        int concurrency,
        Duration timeout,
        Duration remember,
        int tries,
        Duration longestRetryAfter,
        boolean disablesGone,
        Duration drain) {

    public static final DeliverySettings DEFAULTS = new DeliverySettings(
            1, Duration.ofSeconds(5), Duration.ofHours(1), 5, Duration.ofHours(1), true, Duration.ofSeconds(15));

    private static final Duration CUT_OFF_MARGIN = Duration.ofSeconds(2);
    private static final Duration CLAIM_MARGIN = Duration.ofSeconds(30);

    public DeliverySettings {
        Ranges.requireWithin("concurrency", concurrency, 1, 10_000);
        Ranges.requirePositive("timeout", timeout);
        Ranges.requirePositive("remember", remember);
        Ranges.requireWithin("tries", tries, 1, 1_000);
        Ranges.requireNotNegative("longestRetryAfter", longestRetryAfter);
        Ranges.requireNotNegative("drain", drain);
    }

    /** When a provider that overruns the timeout is cut off. */
    Duration cutOff() {
        return timeout.plus(CUT_OFF_MARGIN);
    }

    /**
     * Longer than an attempt takes, and its recording unless a store is down. It may lapse then: the
     * message in hand keeps others away as well.
     */
    Duration claim() {
        return cutOff().plus(CLAIM_MARGIN);
    }

    public DeliverySettings withConcurrency(int newConcurrency) {
        return new DeliverySettings(newConcurrency, timeout, remember, tries, longestRetryAfter, disablesGone, drain);
    }

    public DeliverySettings withTimeout(Duration newTimeout) {
        return new DeliverySettings(concurrency, newTimeout, remember, tries, longestRetryAfter, disablesGone, drain);
    }

    public DeliverySettings withRemember(Duration newRemember) {
        return new DeliverySettings(concurrency, timeout, newRemember, tries, longestRetryAfter, disablesGone, drain);
    }

    public DeliverySettings withLongestRetryAfter(Duration longest) {
        return new DeliverySettings(concurrency, timeout, remember, tries, longest, disablesGone, drain);
    }

    public DeliverySettings withDisablesGone(boolean disables) {
        return new DeliverySettings(concurrency, timeout, remember, tries, longestRetryAfter, disables, drain);
    }

    public DeliverySettings withDrain(Duration newDrain) {
        return new DeliverySettings(concurrency, timeout, remember, tries, longestRetryAfter, disablesGone, newDrain);
    }
}
