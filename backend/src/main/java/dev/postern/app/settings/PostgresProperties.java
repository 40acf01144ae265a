package dev.postern.app.settings;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;

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
        Duration trimPause) {

    /** Without the URL, which has a password. */
    @Override
    public String toString() {
        return "PostgresProperties[poolSize=%d]".formatted(poolSize);
    }
}
