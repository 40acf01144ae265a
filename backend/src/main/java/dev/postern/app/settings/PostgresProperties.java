package dev.postern.app.settings;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;
import org.springframework.util.unit.DataSize;

/** PostgreSQL: the log of events and deliveries. */
@ConfigurationProperties("postern.postgres")
public record PostgresProperties(
        @Setting(
                env = "POSTGRES_URL",
                description = "Where PostgreSQL is, with user, password and database",
                secret = true,
                pattern = "postgres(ql)?://\\S+",
                expected = "a URL such as postgres://user:password@host:5432/database",
                defaultNote = "an embedded PostgreSQL")
        @Nullable
        String url,

        @Setting(
                env = "POSTERN_POSTGRES_POOL_SIZE",
                description = "How many connections are kept at most",
                min = 1,
                max = 1000)
        @DefaultValue("10")
        int poolSize,

        @Setting(
                env = "POSTERN_POSTGRES_LOG_RETENTION_DAYS",
                description =
                        "For how many days PostgreSQL keeps events and deliveries, at least; 0 keeps them for ever",
                min = 0,
                max = 36_500)
        @DurationUnit(ChronoUnit.DAYS)
        @DefaultValue("0")
        Duration logRetention,

        @Setting(
                env = "POSTERN_POSTGRES_RETENTION_INTERVAL_SECONDS",
                description = "How many seconds pass between two looks for what PostgreSQL has kept for too long",
                min = 1,
                max = 86_400)
        @DurationUnit(ChronoUnit.SECONDS)
        @DefaultValue("3600")
        Duration retentionInterval,

        @Setting(
                env = "POSTERN_POSTGRES_PARTITIONS_AHEAD",
                description = "For how many months to come partitions are made, where history is not kept for ever",
                min = 1,
                max = 24)
        @DefaultValue("3")
        int partitionsAhead,

        @Setting(
                env = "POSTERN_POSTGRES_TRIM_BATCH_SIZE",
                description = "How many old rows of a default partition one statement deletes",
                min = 1,
                max = 100_000)
        @DefaultValue("5000")
        int trimBatchSize,

        @Setting(
                env = "POSTERN_POSTGRES_TRIM_PAUSE_MS",
                description = "How many milliseconds pass between two such statements",
                min = 0,
                max = 60_000)
        @DurationUnit(ChronoUnit.MILLIS)
        @DefaultValue("100")
        Duration trimPause,

        @Setting(
                env = "POSTERN_POSTGRES_RETENTION_LOCK_TIMEOUT_MS",
                description =
                        "How many milliseconds a change of partitions waits for its lock, behind which others wait"
                                + " as well; the server needs more than 1000 to take the lock from its own vacuum",
                min = 100,
                max = 600_000)
        @DurationUnit(ChronoUnit.MILLIS)
        @DefaultValue("3000")
        Duration retentionLockTimeout,

        @Setting(
                env = "POSTERN_POSTGRES_RETENTION_SCAN_TIMEOUT_MS",
                description = "How many milliseconds a statement may take under that lock, which stops readers and"
                        + " writers of the table",
                min = 100,
                max = 600_000)
        @DurationUnit(ChronoUnit.MILLIS)
        @DefaultValue("5000")
        Duration retentionScanTimeout,

        @Setting(
                env = "POSTERN_POSTGRES_RETENTION_VALIDATE_TIMEOUT_SECONDS",
                description = "How many seconds a large default partition may be searched for rows of a new partition,"
                        + " which stops nobody",
                min = 1,
                max = 86_400)
        @DurationUnit(ChronoUnit.SECONDS)
        @DefaultValue("900")
        Duration retentionValidateTimeout,

        @Setting(
                env = "POSTERN_POSTGRES_RETENTION_SMALL_BYTES",
                description = "Up to how many bytes a default partition is small: searched for rows of a new partition"
                        + " under the lock, in one step",
                min = 0,
                max = 1_099_511_627_776L)
        @DefaultValue("67108864")
        DataSize retentionSmall) {

    /** Without the URL, which has a password. */
    @Override
    public String toString() {
        return "PostgresProperties[poolSize=%d]".formatted(poolSize);
    }
}
