package dev.postern.publish;

import dev.postern.model.Ranges;
import java.time.Duration;
import java.util.List;

/**
 * How events are published.
 *
 * @param topics the topics that may be published (TOPICS); empty, the default, lets any be
 * @param remember for how long an event id counts as published before (PUBLISH_IDEMPOTENCY_KEY_TTL,
 *     default 1 hour); positive
 * @param claim for how long another publication of the same id is kept away while one runs; longer
 *     than queueing can take; default 30 seconds; positive
 * @param patience how long a publication waits for another one of the same id before it says so;
 *     default 2 seconds; zero or more
 * @param lookAgain how often it looks meanwhile; default 50 milliseconds; positive
 */
public record EventPublisherSettings(
        List<String> topics, Duration remember, Duration claim, Duration patience, Duration lookAgain) {

    public static final EventPublisherSettings DEFAULTS = new EventPublisherSettings(
            List.of(), Duration.ofHours(1), Duration.ofSeconds(30), Duration.ofSeconds(2), Duration.ofMillis(50));

    public EventPublisherSettings {
        topics = List.copyOf(topics);
        Ranges.requirePositive("remember", remember);
        Ranges.requirePositive("claim", claim);
        Ranges.requirePositive("lookAgain", lookAgain);
        Ranges.requireNotNegative("patience", patience);
    }

    public EventPublisherSettings withTopics(List<String> newTopics) {
        return new EventPublisherSettings(newTopics, remember, claim, patience, lookAgain);
    }

    public EventPublisherSettings withRemember(Duration newRemember) {
        return new EventPublisherSettings(topics, newRemember, claim, patience, lookAgain);
    }
}
