package dev.postern.app.wiring;

import dev.postern.delivery.DeliverySettings;
import dev.postern.delivery.RetryDispatchSettings;
import dev.postern.retry.RetryPolicy;
import java.time.Duration;

/** How far back in the log a retry may have to look. */
final class RetryReach {

    /** For an attempt that takes its time, and for clocks that differ. */
    private static final Duration MARGIN = Duration.ofHours(2);

    /**
     * The longest time from an attempt to the retry that follows it, which reads that attempt in the log:
     * the longest delay that the schedule or a destination's wish can ask for, and then the patience with
     * which a due retry waits for the log. Earlier attempts, and the event's own row, no retry reads.
     */
    static Duration of(RetryPolicy policy, DeliverySettings delivery, RetryDispatchSettings dispatch) {
        Duration scheduled = policy.longestDelay();
        Duration delay =
                scheduled.compareTo(delivery.longestRetryAfter()) > 0 ? scheduled : delivery.longestRetryAfter();
        return delay.plus(dispatch.patience()).plus(MARGIN);
    }

    private RetryReach() {}
}
