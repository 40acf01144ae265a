package dev.postern.queue.redis;

import dev.postern.queue.QueueSettings;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import reactor.core.scheduler.Schedulers;

/** How often a consumer does what; used by one read at a time. */
final class ReadPace {

    /** Well below the time-out of a command. */
    private static final Duration LONGEST_READ = Duration.ofSeconds(1);

    private static final Duration SHORTEST_READ = Duration.ofMillis(20);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final int MOST_DOUBLINGS = 6;

    private final Duration refreshEvery;
    private final Duration longestRead;
    private final Duration visibility;
    private long nextClaim = Long.MIN_VALUE;
    private long nextForgetting = Long.MIN_VALUE;
    private int failures;

    ReadPace(QueueSettings settings) {
        visibility = settings.visibility();
        refreshEvery = settings.visibility().dividedBy(4).plusMillis(1);
        longestRead = between(SHORTEST_READ, shorter(settings.nackDelay(), refreshEvery), LONGEST_READ);
    }

    /** How often messages in hand are kept from others. */
    Duration refreshEvery() {
        return refreshEvery;
    }

    /** For how long a read waits for a message, and how often silent ones are looked for. */
    Duration longestRead() {
        return longestRead;
    }

    /** Whether it is time to look for silent messages; if so, the next time is a while from now. */
    boolean claimDue() {
        if (now() < nextClaim) {
            return false;
        }
        nextClaim = now() + longestRead.toMillis();
        return true;
    }

    /** Whether it is time to forget dead consumers; if so, the next time is a long while from now. */
    boolean forgettingDue() {
        if (now() < nextForgetting) {
            return false;
        }
        nextForgetting = now() + visibility.toMillis();
        return true;
    }

    void succeeded() {
        failures = 0;
    }

    /** How long to wait after one more failure: 100 ms, doubled each time up to 6.4 s. */
    Duration failed() {
        return FIRST_PAUSE.multipliedBy(1L << Math.min(failures++, MOST_DOUBLINGS));
    }

    private static long now() {
        return Schedulers.parallel().now(TimeUnit.MILLISECONDS);
    }

    private static Duration between(Duration low, Duration value, Duration high) {
        return value.compareTo(low) < 0 ? low : shorter(value, high);
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
