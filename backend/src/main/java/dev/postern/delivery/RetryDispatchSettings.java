package dev.postern.delivery;

import dev.postern.model.Ranges;
import java.time.Duration;

/**
 * How due retries are brought back into the delivery queue.
 *
 * @param lanes how many are brought back at once by one process; 1 to 100; default 4
 * @param shortestIdle how soon the schedule is looked at again when it was found empty just now;
 *     default 100 milliseconds; positive
 * @param longestIdle how soon at the latest, once it has been empty for a while
 *     (RETRY_POLL_BACKOFF_MS where that isn't 0); default 1 second; at least {@code shortestIdle}
 * @param logLag how long a retry waits for the log to show the attempt before it; doubled each time,
 *     up to {@code longestLogLag}; default 1 second; positive. As long as the log or the delivery queue
 *     is out of reach it waits like this, too
 * @param longestLogLag default 5 minutes; at least {@code logLag}
 * @param patience for how long a retry waits in all before it is given up, with an error in our own
 *     log: longer than the log may ever be behind; default 24 hours; at least {@code longestLogLag}
 * @param remember for how long an attempt's number is known as taken (DELIVERY_IDEMPOTENCY_KEY_TTL,
 *     default 1 hour); positive; longer than an attempt takes to reach the log
 * @param drain how long a stopping worker waits for the retries in hand; default 5 seconds; zero or
 *     more
 */
public record RetryDispatchSettings(
        int lanes,
        Duration shortestIdle,
        Duration longestIdle,
        Duration logLag,
        Duration longestLogLag,
        Duration patience,
        Duration remember,
        Duration drain) {

    public static final RetryDispatchSettings DEFAULTS = new RetryDispatchSettings(
            4,
            Duration.ofMillis(100),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            Duration.ofMinutes(5),
            Duration.ofHours(24),
            Duration.ofHours(1),
            Duration.ofSeconds(5));

    public RetryDispatchSettings {
        Ranges.requireWithin("lanes", lanes, 1, 100);
        Ranges.requirePositive("shortestIdle", shortestIdle);
        Ranges.requireAtLeast("longestIdle", longestIdle, shortestIdle);
        Ranges.requirePositive("logLag", logLag);
        Ranges.requireAtLeast("longestLogLag", longestLogLag, logLag);
        Ranges.requireAtLeast("patience", patience, longestLogLag);
        Ranges.requirePositive("remember", remember);
        Ranges.requireNotNegative("drain", drain);
    }

    /** The idle time after one of this length. */
    Duration idleAfter(Duration idle) {
        Duration doubled = idle.isZero() ? shortestIdle : idle.multipliedBy(2);
        return doubled.compareTo(longestIdle) > 0 ? longestIdle : doubled;
    }

    /** How long a retry waits for the log when it was received this often. */
    Duration lagAfter(int receives) {
        Duration lag = logLag.multipliedBy(1L << Math.clamp(receives - 1L, 0, 20));
        return lag.compareTo(longestLogLag) > 0 ? longestLogLag : lag;
    }

    /** Whether one that was received this often has waited for long enough. */
    boolean isPatienceOver(int receives) {
        Duration waited = Duration.ZERO;
        for (int i = 1; i < receives && waited.compareTo(patience) < 0; i++) {
            waited = waited.plus(lagAfter(i));
        }
        return waited.compareTo(patience) >= 0;
    }

    public RetryDispatchSettings withLongestIdle(Duration newLongestIdle) {
        Duration shortest = shortestIdle.compareTo(newLongestIdle) > 0 ? newLongestIdle : shortestIdle;
        return new RetryDispatchSettings(
                lanes, shortest, newLongestIdle, logLag, longestLogLag, patience, remember, drain);
    }

    public RetryDispatchSettings withRemember(Duration newRemember) {
        return new RetryDispatchSettings(
                lanes, shortestIdle, longestIdle, logLag, longestLogLag, patience, newRemember, drain);
    }
}
