package dev.postern.replay;

import dev.postern.model.Ranges;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The limits of replays.
 *
 * @param deliveries how many deliveries one may queue (POSTERN_REPLAY_MAX_DELIVERIES, default 100,000); at least 1
 * @param runningPerTenant how many of one tenant, or across tenants, may run at once
 *     (POSTERN_REPLAY_MAX_RUNNING_PER_TENANT, default 2); at least 1
 * @param running how many may run in all (POSTERN_REPLAY_MAX_RUNNING, default 20); at least 1
 * @param reserved how many of these are kept for replays across tenants, which operators start
 *     (POSTERN_REPLAY_RESERVED_RUNNING, default 2); at least 0. One is left to tenants even where that is as many as may run
 * @param window how many of its attempts may be queued whose outcome isn't known (POSTERN_REPLAY_WINDOW, default 500);
 *     at least 1
 * @param patience for how long the outcome of one is waited for (POSTERN_REPLAY_PATIENCE_SECONDS, default 1 hour)
 * @param retention for how long a finished one is kept (POSTERN_REPLAY_RETENTION_SECONDS, default 7 days)
 * @param kept how many are kept for one tenant, finished ones among them (POSTERN_REPLAY_MAX_KEPT, default 1,000);
 *     at least 1
 * @param lease for how long one in hand is its holder's who is not heard of (POSTERN_REPLAY_LEASE_SECONDS, default
 *     15 seconds); at least 100 ms
 * @param poll the time between two looks for outcomes, and for replays where there are none
 *     (POSTERN_REPLAY_POLL_MS, default 1 second); at least 1 ms
 * @param deadline how long counting a plan may take (POSTERN_METRICS_TIMEOUT_SECONDS, default 20 seconds)
 * @param drain how long a step may go on after a stop (POSTERN_SHUTDOWN_TIMEOUT_SECONDS, default 20 seconds)
 */
public record ReplaySettings(
        int deliveries,
        int runningPerTenant,
        int running,
        int reserved,
        int window,
        Duration patience,
        Duration retention,
        int kept,
        Duration lease,
        Duration poll,
        Duration deadline,
        Duration drain) {

    private static final Duration SHORTEST_LEASE = Duration.ofMillis(100);

    public static final ReplaySettings DEFAULTS = new ReplaySettings(
            100_000,
            2,
            20,
            2,
            500,
            Duration.ofHours(1),
            Duration.ofDays(7),
            1_000,
            Duration.ofSeconds(15),
            Duration.ofSeconds(1),
            Duration.ofSeconds(20),
            Duration.ofSeconds(20));

    public ReplaySettings {
        Ranges.requireAtLeast("deliveries", deliveries, 1);
        Ranges.requireAtLeast("runningPerTenant", runningPerTenant, 1);
        Ranges.requireAtLeast("running", running, 1);
        Ranges.requireAtLeast("reserved", reserved, 0);
        Ranges.requireAtLeast("window", window, 1);
        Ranges.requireAtLeast("kept", kept, 1);
        Ranges.requirePositive("patience", patience);
        Ranges.requirePositive("retention", retention);
        Ranges.requireAtLeast("lease", lease, SHORTEST_LEASE);
        Ranges.requireAtLeast("poll", poll, Duration.ofMillis(1));
        Ranges.requirePositive("deadline", deadline);
        Ranges.requireAtLeast("drain", drain, Duration.ZERO);
    }

    /** How many may run for an owner of that kind to start another: a tenant, or, with null, nobody. */
    public int runningFor(@Nullable String tenantId) {
        return tenantId == null ? running : Math.max(1, running - reserved);
    }

    public ReplaySettings withReserved(int newReserved) {
        return new ReplaySettings(
                deliveries,
                runningPerTenant,
                running,
                newReserved,
                window,
                patience,
                retention,
                kept,
                lease,
                poll,
                deadline,
                drain);
    }

    public ReplaySettings withLimits(int newDeliveries, int newRunningPerTenant, int newRunning, int newWindow) {
        return new ReplaySettings(
                newDeliveries,
                newRunningPerTenant,
                newRunning,
                reserved,
                newWindow,
                patience,
                retention,
                kept,
                lease,
                poll,
                deadline,
                drain);
    }

    public ReplaySettings withTimes(Duration newPatience, Duration newRetention, Duration newPoll) {
        return new ReplaySettings(
                deliveries,
                runningPerTenant,
                running,
                reserved,
                window,
                newPatience,
                newRetention,
                kept,
                lease,
                newPoll,
                deadline,
                drain);
    }

    public ReplaySettings withLease(Duration newLease) {
        return new ReplaySettings(
                deliveries,
                runningPerTenant,
                running,
                reserved,
                window,
                patience,
                retention,
                kept,
                newLease,
                poll,
                deadline,
                drain);
    }

    public ReplaySettings withKept(int newKept) {
        return new ReplaySettings(
                deliveries,
                runningPerTenant,
                running,
                reserved,
                window,
                patience,
                retention,
                newKept,
                lease,
                poll,
                deadline,
                drain);
    }

    public ReplaySettings withDeadlines(Duration newDeadline, Duration newDrain) {
        return new ReplaySettings(
                deliveries,
                runningPerTenant,
                running,
                reserved,
                window,
                patience,
                retention,
                kept,
                lease,
                poll,
                newDeadline,
                newDrain);
    }
}
