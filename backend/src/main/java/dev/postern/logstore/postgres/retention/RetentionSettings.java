package dev.postern.logstore.postgres.retention;

import java.time.Duration;

/**
 * Limits of one run.
 *
 * @param monthsAhead for how many months to come there is a partition, 1 to 24, default 3
 * @param batchRows how many rows of the default partition one statement deletes, 1 to 100,000, default 5,000
 * @param maxBatches how many such statements one run makes for a table, from 1, default 1,000; the next run
 *     goes on
 * @param pause between two such statements, zero or more, default 100 ms
 * @param lockTimeout how long a change of the tables may wait for its lock, default 3 s: whoever comes
 *     after it waits as well, so it gives up rather than hold them up. More than a second, after which
 *     the server takes the lock from its own vacuum
 * @param scanTimeout how long the default partition may be locked while it is searched for rows of a new
 *     partition, default 5 s
 * @param validateTimeout how long it may be searched without a lock that anybody feels, default 15 min
 * @param smallBytes up to which size the default partition is searched under the lock, default 64 MiB
 */
public record RetentionSettings(
        int monthsAhead,
        int batchRows,
        int maxBatches,
        Duration pause,
        Duration lockTimeout,
        Duration scanTimeout,
        Duration validateTimeout,
        long smallBytes) {

    /** The defaults. */
    public static final RetentionSettings DEFAULT = new RetentionSettings(
            3,
            5_000,
            1_000,
            Duration.ofMillis(100),
            Duration.ofSeconds(3),
            Duration.ofSeconds(5),
            Duration.ofMinutes(15),
            64L * 1024 * 1024);

    public RetentionSettings {
        within("monthsAhead", monthsAhead, 1, 24);
        within("batchRows", batchRows, 1, 100_000);
        within("maxBatches", maxBatches, 1, Integer.MAX_VALUE);
        within("pause", pause.toMillis(), 0, Integer.MAX_VALUE);
        within("lockTimeout", lockTimeout.toMillis(), 1, Integer.MAX_VALUE);
        within("scanTimeout", scanTimeout.toMillis(), 1, Integer.MAX_VALUE);
        within("validateTimeout", validateTimeout.toMillis(), 1, Integer.MAX_VALUE);
        within("smallBytes", smallBytes, 0, Long.MAX_VALUE);
    }

    /** Other steps in time and number. */
    public RetentionSettings with(int newMonthsAhead, int newBatchRows, Duration newPause) {
        return new RetentionSettings(
                newMonthsAhead,
                newBatchRows,
                maxBatches,
                newPause,
                lockTimeout,
                scanTimeout,
                validateTimeout,
                smallBytes);
    }

    private static void within(String name, long value, long from, long to) {
        if (value < from || value > to) {
            throw new IllegalArgumentException("%s: %d (expected: %d..%d)".formatted(name, value, from, to));
        }
    }
}
