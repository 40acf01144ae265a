package dev.postern.app.settings;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;

/** How events are delivered. */
@ConfigurationProperties("postern.delivery")
public record DeliveryProperties(
        @Setting(
                env = "DELIVERY_MAX_CONCURRENCY",
                description = "How many deliveries this process makes at once",
                defaultNote = "1; 16 where every store is embedded",
                min = 1,
                max = 10_000)
        @Nullable
        Integer maxConcurrency,

        @Setting(
                env = "DELIVERY_TIMEOUT_SECONDS",
                description = "How many seconds a destination has to answer",
                min = 1,
                max = 3600)
        @DurationUnit(ChronoUnit.SECONDS)
        @DefaultValue("5")
        Duration timeout,

        @Setting(
                env = "DELIVERY_IDEMPOTENCY_KEY_TTL",
                description = "For how many seconds a delivery that was made is remembered, so as not to be made twice",
                min = 1,
                max = 31_536_000)
        @DurationUnit(ChronoUnit.SECONDS)
        @DefaultValue("3600")
        Duration idempotencyTtl,

        @Setting(
                env = "MAX_DESTINATIONS_PER_TENANT",
                description = "How many destinations a tenant may have",
                min = 1,
                max = 100_000)
        @DefaultValue("20")
        int maxDestinationsPerTenant,

        @Setting(
                env = "POSTERN_DISABLE_GONE_DESTINATIONS",
                description = "Whether a destination that answers 410 Gone is disabled; what waits for it is"
                        + " delivered once it is enabled again")
        @DefaultValue("true")
        boolean disableGone) {}
