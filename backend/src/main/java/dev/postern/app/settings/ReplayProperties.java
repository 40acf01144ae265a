package dev.postern.app.settings;

import dev.postern.replay.ReplaySettings;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;

/** How much is retried in bulk. */
@ConfigurationProperties("postern.replay")
public record ReplayProperties(
        @Setting(
                env = "POSTERN_REPLAY_MAX_DELIVERIES",
                description = "How many deliveries one replay may queue; what would be more is refused",
                min = 1,
                max = 10_000_000)
        @DefaultValue("100000")
        int maxDeliveries,

        @Setting(
                env = "POSTERN_REPLAY_MAX_RUNNING_PER_TENANT",
                description = "How many replays of one tenant, or across tenants, may run at once",
                min = 1,
                max = 1_000)
        @DefaultValue("2")
        int maxRunningPerTenant,

        @Setting(
                env = "POSTERN_REPLAY_MAX_RUNNING",
                description = "How many replays may run at once in all",
                min = 1,
                max = 10_000)
        @DefaultValue("20")
        int maxRunning,

        @Setting(
                env = "POSTERN_REPLAY_RESERVED_RUNNING",
                description = "How many of these are kept for replays across tenants, which operators start;"
                        + " one is left to tenants in any case",
                min = 0,
                max = 10_000)
        @DefaultValue("2")
        int reservedRunning,

        @Setting(
                env = "POSTERN_REPLAY_WINDOW",
                description = "How many of a replay's attempts may be queued whose outcome isn't known yet",
                min = 1,
                max = 10_000)
        @DefaultValue("500")
        int window,

        @Setting(
                env = "POSTERN_REPLAY_PATIENCE_SECONDS",
                description = "For how many seconds a replay waits for the outcome of an attempt that it queued",
                min = 1,
                max = 2_592_000)
        @DefaultValue("3600")
        @DurationUnit(ChronoUnit.SECONDS)
        Duration patience,

        @Setting(
                env = "POSTERN_REPLAY_RETENTION_SECONDS",
                description = "For how many seconds a replay is kept after its end",
                min = 60,
                max = 31_536_000)
        @DefaultValue("604800")
        @DurationUnit(ChronoUnit.SECONDS)
        Duration retention,

        @Setting(
                env = "POSTERN_REPLAY_MAX_KEPT",
                description = "How many replays are kept for one tenant, finished ones among them",
                min = 1,
                max = 100_000)
        @DefaultValue("1000")
        int maxKept,

        @Setting(
                env = "POSTERN_REPLAY_LEASE_SECONDS",
                description = "For how many seconds a replay is in the hand of a process that is not heard of",
                min = 1,
                max = 3_600)
        @DefaultValue("15")
        @DurationUnit(ChronoUnit.SECONDS)
        Duration lease,

        @Setting(
                env = "POSTERN_REPLAY_POLL_MS",
                description = "How many milliseconds pass between two looks for outcomes, for replays to work on,"
                        + " and at a replay that somebody watches",
                min = 50,
                max = 60_000)
        @DefaultValue("1000")
        @DurationUnit(ChronoUnit.MILLIS)
        Duration poll) {

    /** The limits that these settings describe. */
    public ReplaySettings limits() {
        return ReplaySettings.DEFAULTS
                .withLimits(maxDeliveries, maxRunningPerTenant, maxRunning, window)
                .withReserved(reservedRunning)
                .withTimes(patience, retention, poll)
                .withKept(maxKept)
                .withLease(lease);
    }
}
