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
                description = "How many deliveries this process makes at once; 1 lets a destination that hangs hold up"
                        + " all others until it counts as dead",
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
        boolean disableGone,

        @Setting(
                env = "POSTERN_DELIVERY_MAX_PER_DESTINATION",
                description = "How many deliveries this process makes at once to one destination",
                defaultNote = "a quarter of DELIVERY_MAX_CONCURRENCY, rounded up",
                min = 1,
                max = 10_000)
        @Nullable
        Integer maxPerDestination,

        @Setting(
                env = "POSTERN_DELIVERY_MAX_PER_TENANT",
                description = "How many deliveries this process makes at once to the destinations of one tenant",
                defaultNote = "half of DELIVERY_MAX_CONCURRENCY, rounded up",
                min = 1,
                max = 10_000)
        @Nullable
        Integer maxPerTenant,

        @Setting(
                env = "POSTERN_DELIVERY_MAX_WAITING",
                description = "How many tasks wait in this process's memory for their destination or tenant to have"
                        + " room; more are parked in Redis",
                defaultNote = "16 for each of DELIVERY_MAX_CONCURRENCY, 256 at most",
                min = 0,
                max = 100_000)
        @Nullable
        Integer maxWaiting,

        @Setting(
                env = "POSTERN_PARKED_TASKS_MAX",
                description = "How many tasks are parked in Redis at most, for destinations that are slow, dead,"
                        + " limited in rate or disabled",
                min = 1,
                max = 1_000_000_000)
        @DefaultValue("1000000")
        long maxParked,

        @Setting(
                env = "POSTERN_CIRCUIT_FAILURES",
                description = "After how many attempts in a row that nobody answered nothing more is sent to a"
                        + " destination for a while; 0 means never",
                min = 0,
                max = 1_000)
        @DefaultValue("5")
        int circuitFailures,

        @Setting(
                env = "POSTERN_CIRCUIT_PAUSE_SECONDS",
                description = "For how many seconds nothing is sent then, before one attempt probes the destination",
                min = 1,
                max = 86_400)
        @DurationUnit(ChronoUnit.SECONDS)
        @DefaultValue("30")
        Duration circuitPause) {}
