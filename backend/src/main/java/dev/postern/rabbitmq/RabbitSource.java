package dev.postern.rabbitmq;

import java.time.Duration;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * A queue to consume from.
 *
 * @param grace how long what is in hand may take after the consumer is cancelled; then it goes back to the queue
 * @param prepare done before each time that the queue is consumed from
 * @param ahead whether the broker sends as many messages as may be in hand, and not only those that are asked for
 * @param unseen settles a message that came too late for anybody to see it
 */
public record RabbitSource(
        String queue, Duration grace, Mono<Void> prepare, boolean ahead, Function<RabbitDelivery, Mono<Void>> unseen) {

    /** A queue that is somebody else's to make; so is the choice of how far ahead messages are sent. */
    public static RabbitSource foreign(String queue, Duration grace) {
        return new RabbitSource(queue, grace, Mono.empty(), true, RabbitDelivery::requeue);
    }
}
