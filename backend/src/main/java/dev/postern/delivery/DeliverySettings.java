package dev.postern.delivery;

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
 * @param recordPatience for how long the record of an attempt that was made is tried to be stored
 *     before the attempt is given back, to be made again; default 20 seconds; positive
 * @param longestRetryAfter the most of a destination's wish to be left alone that is granted; default
 *     1 hour; zero or more
 * @param drain how long a stopping worker waits for the deliveries in hand; default 15 seconds; zero
 *     or more
 */
public record DeliverySettings(
        int concurrency,
        Duration timeout,
        Duration remember,
        Duration recordPatience,
        Duration longestRetryAfter,
        Duration drain) {

    public static final DeliverySettings DEFAULTS = new DeliverySettings(
            1,
            Duration.ofSeconds(5),
            Duration.ofHours(1),
            Duration.ofSeconds(20),
            Duration.ofHours(1),
            Duration.ofSeconds(15));

    private static final Duration CUT_OFF_MARGIN = Duration.ofSeconds(2);
    private static final Duration CLAIM_MARGIN = Duration.ofSeconds(10);

    public DeliverySettings {
        Ranges.require("concurrency", concurrency, 1, 10_000);
        Ranges.requirePositive("timeout", timeout);
        Ranges.requirePositive("remember", remember);
        Ranges.requirePositive("recordPatience", recordPatience);
        Ranges.requireNotNegative("longestRetryAfter", longestRetryAfter);
        Ranges.requireNotNegative("drain", drain);
    }

    /** When a provider that overruns the timeout is cut off. */
    Duration cutOff() {
        return timeout.plus(CUT_OFF_MARGIN);
    }

    /** Longer than an attempt and its recording can take. */
    Duration claim() {
        return cutOff().plus(recordPatience).plus(CLAIM_MARGIN);
    }

    public DeliverySettings withConcurrency(int newConcurrency) {
        return new DeliverySettings(newConcurrency, timeout, remember, recordPatience, longestRetryAfter, drain);
    }

    public DeliverySettings withTimeout(Duration newTimeout) {
        return new DeliverySettings(concurrency, newTimeout, remember, recordPatience, longestRetryAfter, drain);
    }

    public DeliverySettings withRemember(Duration newRemember) {
        return new DeliverySettings(concurrency, timeout, newRemember, recordPatience, longestRetryAfter, drain);
    }

    public DeliverySettings withDrain(Duration newDrain) {
        return new DeliverySettings(concurrency, timeout, remember, recordPatience, longestRetryAfter, newDrain);
    }
}
