package dev.postern.app.settings;

import dev.postern.retry.RetryPolicy;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;

/** When a failed delivery is tried again. */
@ConfigurationProperties("postern.retry")
public record RetryProperties(
        @Setting(
                env = "RETRY_SCHEDULE",
                description = "The delays before each retry in seconds, separated by commas; goes before"
                        + " RETRY_INTERVAL_SECONDS and MAX_RETRY_LIMIT",
                expected = "whole numbers of seconds separated by commas, such as 5,60,600",
                min = 0,
                max = 31_536_000)
        @DurationUnit(ChronoUnit.SECONDS)
        List<Duration> schedule,

        @Setting(
                env = "RETRY_INTERVAL_SECONDS",
                description = "How many seconds pass before the first retry; doubled with each that follows",
                min = 0,
                max = 31_536_000)
        @DurationUnit(ChronoUnit.SECONDS)
        @DefaultValue("30")
        Duration interval,

        @Setting(
                env = "MAX_RETRY_LIMIT",
                description = "How many retries follow a failed first attempt",
                min = 0,
                max = 1000)
        @DefaultValue("10")
        int limit,

        @Setting(
                env = "RETRY_POLL_BACKOFF_MS",
                description = "How many milliseconds pass between two looks for due retries; 0 leaves it to Postern",
                min = 0,
                max = 3_600_000)
        @DurationUnit(ChronoUnit.MILLIS)
        @DefaultValue("0")
        Duration pollBackoff,

        @Setting(
                env = "RETRY_VISIBILITY_TIMEOUT_SECONDS",
                description = "For how many seconds a retry in hand is hidden from other processes",
                min = 1,
                max = 43_200)
        @DurationUnit(ChronoUnit.SECONDS)
        @DefaultValue("30")
        Duration visibilityTimeout,

        @Setting(
                env = "POSTERN_RETRY_JITTER_PERCENT",
                description = "By how much of itself each delay may be longer, at random, so that what failed"
                        + " together isn't tried again together; 0 keeps to the schedule exactly",
                min = 0,
                max = 100)
        @DefaultValue("0")
        int jitter,

        @Setting(
                env = "POSTERN_RETRY_AFTER_MAX_SECONDS",
                description = "For how many seconds at most a retry waits because the destination asked for it"
                        + " by Retry-After, with 429 or 503",
                min = 0,
                max = 31_536_000)
        @DurationUnit(ChronoUnit.SECONDS)
        @DefaultValue("3600")
        Duration longestRetryAfter) {

    public RetryProperties {
        schedule = List.copyOf(schedule);
    }

    /** The policy that these settings describe. */
    public RetryPolicy policy() {
        RetryPolicy exact =
                schedule.isEmpty() ? new RetryPolicy.Exponential(interval, limit) : new RetryPolicy.Schedule(schedule);
        return jitter == 0
                ? exact
                : new RetryPolicy.Jittered(
                        exact, jitter, () -> ThreadLocalRandom.current().nextLong());
    }
}
