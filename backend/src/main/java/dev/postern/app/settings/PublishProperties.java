package dev.postern.app.settings;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;

/** What can be published. */
@ConfigurationProperties("postern.publish")
public record PublishProperties(
        @Setting(
                env = "TOPICS",
                description = "The topics that can be published and subscribed to, separated by commas",
                defaultNote = "any topic")
        List<String> topics,

        @Setting(
                env = "TOPICS_ALLOW_WILDCARDS",
                description = "Whether a destination's topics may be patterns such as user.*")
        @DefaultValue("false")
        boolean topicWildcards,

        @Setting(
                env = "PUBLISH_IDEMPOTENCY_KEY_TTL",
                description = "For how many seconds a second event of the same id is taken for the same event",
                min = 1,
                max = 31_536_000)
        @DurationUnit(ChronoUnit.SECONDS)
        @DefaultValue("3600")
        Duration idempotencyTtl) {

    public PublishProperties {
        topics = List.copyOf(topics);
    }
}
