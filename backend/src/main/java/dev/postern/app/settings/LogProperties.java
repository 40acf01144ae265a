package dev.postern.app.settings;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;

/** How deliveries come into the log. */
@ConfigurationProperties("postern.log")
public record LogProperties(
        @Setting(
                env = "LOG_MAX_CONCURRENCY",
                description = "How many batches this process writes at once",
                min = 1,
                max = 1000)
        @DefaultValue("1")
        int maxConcurrency,

        @Setting(env = "LOG_BATCH_SIZE", description = "How many entries make a batch full", min = 1, max = 10_000)
        @DefaultValue("1000")
        int batchSize,

        @Setting(
                env = "LOG_BATCH_THRESHOLD_SECONDS",
                description = "After how many seconds a batch is written that is not full",
                defaultNote = "10; 1 where every store is embedded",
                min = 1,
                max = 600)
        @Nullable
        @DurationUnit(ChronoUnit.SECONDS)
        Duration batchThreshold) {}
