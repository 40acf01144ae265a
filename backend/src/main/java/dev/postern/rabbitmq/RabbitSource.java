package dev.postern.rabbitmq;

import java.time.Duration;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * A queue to consume from.
 *
 * @param grace how long what is in hand may take after the consumer is cancelled; then it goes back to the queue
 * @param prepare done before each time that the queue is consumed from
 * @param unseen settles a message that came too late for anybody to see it
 */
public record RabbitSource(
        String queue, Duration grace, Mono<Void> prepare, Function<RabbitDelivery, Mono<Void>> unseen) {

    /** A queue that is somebody else's to make. */
    public static RabbitSource foreign(String queue, Duration grace) {
        return new RabbitSource(queue, grace, Mono.empty(), RabbitDelivery::requeue);
    }
}
