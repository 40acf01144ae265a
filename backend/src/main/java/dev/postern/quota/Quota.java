package dev.postern.quota;

import dev.postern.model.Ranges;

/**
 * How large a budget is, and how fast it refills.
 *
 * @param capacity what it holds when it is full, 1 to {@value #MOST}
 * @param restoreRate what comes back in a second, 1 to {@value #MOST}
 */
public record Quota(long capacity, long restoreRate) {

    /** In thousandths, and over all the time that a refill may take, it is still told exactly by a double. */
    public static final long MOST = 1_000_000_000;

    public Quota {
        Ranges.requireWithin("capacity", capacity, 1, MOST);
        Ranges.requireWithin("restoreRate", restoreRate, 1, MOST);
    }
}
