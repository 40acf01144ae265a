package dev.postern.queue;

import dev.postern.model.Ranges;
import java.time.Duration;

/**
 * The limits of one queue.
 *
 * @param capacity how many messages may wait or be in hand, at least 1; 100,000 by default
 * @param publishWait for how long a publisher waits while the queue is full; 5 s by default
 * @param visibility after how long of silence a consumer counts as dead and its messages go to
 *     others, more than 0; 60 s by default. A message in hand is kept from others however long its
 *     work takes, as long as its consumer isn't cancelled; after that, the rest of the work must end
 *     within this time, so it must exceed the deadline of a delivery
 * @param nackDelay how soon a refused message is handed out again, shorter than {@code visibility};
 *     1 s by default, so that a fault that hits every message doesn't turn into a busy loop
 * @param deadLetters when a message can't be worked off, and what becomes of it
 */
public record QueueSettings(
        long capacity, Duration publishWait, Duration visibility, Duration nackDelay, DeadLetterSettings deadLetters) {

    public QueueSettings {
        Ranges.requireAtLeast("capacity", capacity, 1);
        Ranges.requireNotNegative("publishWait", publishWait);
        Ranges.requireAtLeast("visibility", visibility, Duration.ofMillis(1));
        if (nackDelay.isNegative() || nackDelay.compareTo(visibility) >= 0) {
            throw new IllegalArgumentException(
                    "nackDelay: %s (expected: >= 0 and < visibility %s)".formatted(nackDelay, visibility));
        }
    }

    public static QueueSettings defaults() {
        return new QueueSettings(
                100_000,
                Duration.ofSeconds(5),
                Duration.ofSeconds(60),
                Duration.ofSeconds(1),
                DeadLetterSettings.defaults());
    }

    public QueueSettings withCapacity(long messages) {
        return new QueueSettings(messages, publishWait, visibility, nackDelay, deadLetters);
    }

    public QueueSettings withPublishWait(Duration wait) {
        return new QueueSettings(capacity, wait, visibility, nackDelay, deadLetters);
    }

    public QueueSettings withVisibility(Duration time) {
        return new QueueSettings(capacity, publishWait, time, nackDelay, deadLetters);
    }

    public QueueSettings withNackDelay(Duration delay) {
        return new QueueSettings(capacity, publishWait, visibility, delay, deadLetters);
    }

    public QueueSettings withDeadLetters(DeadLetterSettings letters) {
        return new QueueSettings(capacity, publishWait, visibility, nackDelay, letters);
    }
}
