package dev.postern.queue.rabbitmq;

import dev.postern.queue.DeadLetter.Cause;
import dev.postern.queue.DeadLetterLog;
import dev.postern.rabbitmq.RabbitConnection;
import dev.postern.rabbitmq.RabbitDelivery;
import dev.postern.rabbitmq.RabbitException;
import dev.postern.rabbitmq.RabbitMessage;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * Messages on their way back: to the queue's end, or to the dead letters. They are published anew before they are
 * acknowledged, so that none is lost between; a process that is killed between leaves two of one. The broker's own
 * way back would put them to the front, where they would come at once and again, and would count against them.
 */
final class Returns {

    private final RabbitConnection connection;
    private final Place place;
    private final RabbitDeadLetters deadLetters;

    Returns(RabbitConnection connection, Place place, RabbitDeadLetters deadLetters) {
        this.connection = connection;
        this.place = place;
        this.deadLetters = deadLetters;
    }

    /** Hands the message out again once the pause is over. */
    Mono<Void> later(RabbitDelivery delivery, Marks marks, Mono<Void> pause) {
        return pause.then(move(delivery, place.message(marks.headers(), delivery.body())))
                .onErrorResume(RabbitException.class, e -> delivery.requeue());
    }

    /** As if it had never come. */
    Mono<Void> unseen(RabbitDelivery delivery) {
        return later(delivery, Marks.of(delivery), Mono.empty());
    }

    /** Puts the message to the dead letters; where they have no room it goes back into the queue, after the pause. */
    Mono<Void> setAside(RabbitDelivery delivery, Marks marks, Cause cause, String reason, Mono<Void> pause) {
        RabbitMessage letter = Letter.of(place, marks, cause, reason, delivery.body());
        return deadLetters
                .take(delivery.body().length)
                .flatMap(room -> {
                    if (room) {
                        return move(delivery, letter)
                                .doOnSuccess(done -> DeadLetterLog.setAside(place.queue(), letter.id(), cause, reason));
                    }
                    DeadLetterLog.noRoom(place.queue(), String.valueOf(delivery.id()), cause, reason);
                    return later(delivery, marks, pause);
                })
                .onErrorResume(RabbitException.class, e -> delivery.requeue());
    }

    private Mono<Void> move(RabbitDelivery delivery, RabbitMessage message) {
        return connection
                .publish(List.of(message))
                .flatMap(rest -> rest.isNothing()
                        ? delivery.ack()
                        : Mono.error(new RabbitException(
                                "RabbitMQ did not take a message of '%s' back".formatted(place.queue()))));
    }
}
