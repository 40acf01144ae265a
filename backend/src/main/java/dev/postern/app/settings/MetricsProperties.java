package dev.postern.app.settings;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;

/** What counting events and deliveries may cost. */
@ConfigurationProperties("postern.metrics")
public record MetricsProperties(
        @Setting(
                env = "POSTERN_METRICS_MAX_POINTS",
                description = "How many points an answer with metrics has at most; a day by tens of seconds has 8640",
                min = 1,
                max = 100_000)
        @DefaultValue("10000")
        int maxPoints,

        @Setting(
                env = "POSTERN_METRICS_TIMEOUT_SECONDS",
                description = "After how many seconds the log's database breaks off a count;"
                        + " a request as a whole has 30",
                min = 1,
                max = 29)
        @DefaultValue("20")
        @DurationUnit(ChronoUnit.SECONDS)
        Duration timeout) {}
