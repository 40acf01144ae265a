package dev.postern.app.settings;

import dev.postern.intake.IntakeSettings;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;

/** A queue of the publishers' own, whose events are published. */
@ConfigurationProperties("postern.publish-queue")
public record PublishQueueProperties(
        @Setting(
                env = "PUBLISH_RABBITMQ_SERVER_URL",
                description = "The RabbitMQ that has the publish queue, with user, password and virtual host",
                secret = true,
                pattern = RabbitMqProperties.ADDRESS,
                expected = RabbitMqProperties.ADDRESS_EXPECTED)
        @Nullable
        String serverUrl,

        @Setting(
                env = "PUBLISH_RABBITMQ_EXCHANGE",
                description = "The exchange that publishers send to; the queue alone is consumed, and nothing declared")
        @Nullable
        String exchange,

        @Setting(
                env = "PUBLISH_RABBITMQ_QUEUE",
                description = "The publish queue; needed where PUBLISH_RABBITMQ_SERVER_URL is given")
        @Nullable
        String queue,

        @Setting(
                env = "PUBLISH_MAX_CONCURRENCY",
                description = "How many events of the publish queue this process publishes at once",
                min = 1,
                max = 10_000)
        @DefaultValue("1")
        int maxConcurrency,

        @Setting(
                env = "POSTERN_PUBLISH_PREFETCH",
                description = "How many messages of the publish queue this process may have in hand; counts where it is"
                        + " more than PUBLISH_MAX_CONCURRENCY",
                min = 1,
                max = 10_000)
        @DefaultValue("1")
        int prefetch,

        @Setting(
                env = "PUBLISH_MAX_REDELIVERIES",
                description = "How often a message of the publish queue comes again whose event could not be published;"
                        + " then it is rejected. -1 is for ever",
                min = -1,
                max = 1_000_000)
        @DefaultValue("-1")
        int maxRedeliveries,

        @Setting(
                env = "POSTERN_PUBLISH_PAUSE_SECONDS",
                description = "For how many seconds such a message is held before it goes back",
                min = 0,
                max = 600)
        @DurationUnit(ChronoUnit.SECONDS)
        @DefaultValue("1")
        Duration pause) {

    public PublishQueueProperties {
        if (serverUrl != null && queue == null) {
            throw new UnusableSettingException(
                    "PUBLISH_RABBITMQ_QUEUE: not set (expected: a queue's name, as PUBLISH_RABBITMQ_SERVER_URL is set)");
        }
    }

    /** How events are taken in, as far as these settings say. */
    public IntakeSettings intake() {
        return IntakeSettings.DEFAULTS
                .withConcurrency(maxConcurrency, Math.max(prefetch, maxConcurrency))
                .withMaxRedeliveries(maxRedeliveries)
                .withPause(pause);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "PublishQueueProperties[%s]".formatted(queue);
    }
}
