package dev.postern.faults;

import java.time.Duration;
import java.time.Instant;

/**
 * A time at which something was broken.
 *
 * @param mayRepeat whether a delivery that was under way may be made once more
 */
record Outage(String what, Instant from, Instant to, boolean mayRepeat) {

    /** An attempt that began so much before is still under way. */
    private static final Duration ATTEMPT = Deployment.TIMEOUT.plusSeconds(2);

    /** What a store forgot, its clients notice a little later. */
    private static final Duration AFTERMATH = Duration.ofSeconds(2);

    boolean explains(Instant sent) {
        return mayRepeat && sent.isAfter(from.minus(ATTEMPT)) && sent.isBefore(to.plus(AFTERMATH));
    }
}
