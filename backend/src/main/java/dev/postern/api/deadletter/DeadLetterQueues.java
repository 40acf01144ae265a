package dev.postern.api.deadletter;

import dev.postern.queue.DeadLetter;
import dev.postern.queue.DeadLetters;
import dev.postern.queue.DeliveryQueue;
import dev.postern.queue.LogQueue;
import java.util.Locale;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** The queues' dead letters, and ids that tell them apart. */
@Component
final class DeadLetterQueues {

    private final DeadLetters deliveries;
    private final DeadLetters log;

    DeadLetterQueues(DeliveryQueue deliveries, LogQueue log) {
        this.deliveries = deliveries.deadLetters();
        this.log = log.deadLetters();
    }

    DeadLetters of(QueueName queue) {
        return switch (queue) {
            case DELIVERY -> deliveries;
            case LOG -> log;
        };
    }

    /** The schema's enum. */
    enum QueueName {
        DELIVERY,
        LOG;

        private String prefix() {
            return name().toLowerCase(Locale.ROOT) + ":";
        }
    }

    /** A letter's id among those of all queues. */
    record LetterId(QueueName queue, String id) {

        /** Empty for what is no letter's id. */
        static Optional<LetterId> parse(String text) {
            for (QueueName queue : QueueName.values()) {
                if (text.startsWith(queue.prefix())) {
                    return Optional.of(
                            new LetterId(queue, text.substring(queue.prefix().length())));
                }
            }
            return Optional.empty();
        }

        String text() {
            return queue.prefix() + id;
        }
    }

    /** A letter and whence it is. */
    record QueuedLetter(QueueName queue, DeadLetter letter) {}
}
