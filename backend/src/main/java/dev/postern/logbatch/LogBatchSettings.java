package dev.postern.logbatch;

import dev.postern.model.Ranges;
import java.time.Duration;

/**
 * How log entries become batches.
 *
 * @param size how many entries are stored at once at most (LOG_BATCH_SIZE, default 1,000); 1 to
 *     10,000
 * @param bytes how large a batch may grow, by an upper estimate of what it takes in memory; default
 *     32 MiB; at least 1. One entry alone may be larger
 * @param concurrency how many batches one process stores at once (LOG_MAX_CONCURRENCY, default 1); 1
 *     to 1,000
 * @param threshold how long an entry waits for others at most (LOG_BATCH_THRESHOLD_SECONDS, default
 *     10 seconds, as Outpost's; 1 second suits people who watch); positive
 * @param tries how often a batch is tried to be stored whole; 1 to 100; default 4
 * @param firstPause between the first two tries; doubled after each; default 250 milliseconds;
 *     positive
 * @param longestPause how long at most entries are kept before they are given back to the queue where
 *     nothing can be stored at all; default 30 seconds; at least {@code firstPause}
 * @param drain how long a stopping worker has for storing what it holds; default 15 seconds; zero or
 *     more
 */
public record LogBatchSettings(
        int size,
        long bytes,
        int concurrency,
        Duration threshold,
        int tries,
        Duration firstPause,
        Duration longestPause,
        Duration drain) {

    public static final LogBatchSettings DEFAULTS = new LogBatchSettings(
            1_000,
            32L * 1024 * 1024,
            1,
            Duration.ofSeconds(10),
            4,
            Duration.ofMillis(250),
            Duration.ofSeconds(30),
            Duration.ofSeconds(15));

    public LogBatchSettings {
        Ranges.requireWithin("size", size, 1, 10_000);
        Ranges.requireWithin("bytes", bytes, 1, Long.MAX_VALUE);
        Ranges.requireWithin("concurrency", concurrency, 1, 1_000);
        Ranges.requireAtLeast("threshold", threshold, Duration.ofMillis(1));
        Ranges.requireWithin("tries", tries, 1, 100);
        Ranges.requireAtLeast("firstPause", firstPause, Duration.ofMillis(1));
        Ranges.requireAtLeast("longestPause", longestPause, firstPause);
        Ranges.requireAtLeast("drain", drain, Duration.ZERO);
    }

    /** The pause after this many tries that stored nothing. */
    Duration pauseAfter(int failures) {
        Duration pause = firstPause.multipliedBy(1L << Math.clamp(failures - 1L, 0, 20));
        return pause.compareTo(longestPause) > 0 ? longestPause : pause;
    }

    public LogBatchSettings withSize(int newSize) {
        return new LogBatchSettings(newSize, bytes, concurrency, threshold, tries, firstPause, longestPause, drain);
    }

    public LogBatchSettings withBytes(long newBytes) {
        return new LogBatchSettings(size, newBytes, concurrency, threshold, tries, firstPause, longestPause, drain);
    }

    public LogBatchSettings withConcurrency(int newConcurrency) {
        return new LogBatchSettings(size, bytes, newConcurrency, threshold, tries, firstPause, longestPause, drain);
    }

    public LogBatchSettings withThreshold(Duration newThreshold) {
        return new LogBatchSettings(size, bytes, concurrency, newThreshold, tries, firstPause, longestPause, drain);
    }

    public LogBatchSettings withDrain(Duration newDrain) {
        return new LogBatchSettings(size, bytes, concurrency, threshold, tries, firstPause, longestPause, newDrain);
    }
}
