package dev.postern.logstore.postgres.retention;

import java.time.Duration;

/**
 * Limits of one run.
 *
 * @param monthsAhead for how many months to come there is a partition (POSTERN_POSTGRES_PARTITIONS_AHEAD); 1 to
 *     24; default 3
 * @param batchRows how many rows of the default partition one statement deletes (POSTERN_POSTGRES_TRIM_BATCH_SIZE);
 *     1 to 100,000; default 5,000
 * @param maxBatches how many such statements one run makes for a table; from 1; default 1,000; the next run goes
 *     on. No setting: where that is too little, larger batches or more frequent runs do more
 * @param pause between two such statements (POSTERN_POSTGRES_TRIM_PAUSE_MS); zero or more; default 100 ms
 * @param lockTimeout how long a change of the tables may wait for its lock
 *     (POSTERN_POSTGRES_RETENTION_LOCK_TIMEOUT_MS); default 3 s: whoever comes after it waits as well, so it gives up
 *     rather than hold them up. More than a second, after which the server takes the lock from its own vacuum
 * @param scanTimeout how long a statement may take under that lock, be it the search of a small default partition
 *     for rows of a new one (POSTERN_POSTGRES_RETENTION_SCAN_TIMEOUT_MS); default 5 s
 * @param validateTimeout how long a large one may be searched without a lock that anybody feels
 *     (POSTERN_POSTGRES_RETENTION_VALIDATE_TIMEOUT_SECONDS); default 15 min
 * @param smallBytes up to which size the default partition is small (POSTERN_POSTGRES_RETENTION_SMALL_BYTES);
 *     default 64 MiB
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

    private static void within(String name, long value, long from, long to) {
        if (value < from || value > to) {
            throw new IllegalArgumentException("%s: %d (expected: %d..%d)".formatted(name, value, from, to));
        }
    }
}
