package dev.postern.queue;

import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A queue that hands each message out at least once: again where it was refused, and again where its
 * consumer fell silent for longer than the visibility time.
 */
public interface MessageQueue<T> {

    /**
     * Appends the messages, in one round trip. Completes once they are as safe as the queue can make
     * them. Where the queue is full this waits, and fails with {@link QueueFullException} when it stays
     * full: nothing unread is ever dropped to make room.
     *
     * @param messages at most 10,000
     */
    Mono<Void> publish(List<T> messages);

    /**
     * Messages as they come, until cancelled. Cancelling stops taking new ones; those in hand can
     * still be acknowledged. A lost connection is made again behind the Flux, with back-off.
     *
     * @param prefetch how many may be in hand, neither acknowledged nor refused, at once
     */
    Flux<Message<T>> consume(int prefetch);

    /** How many messages wait or are in hand. */
    Mono<Long> depth();

    /** A message in hand. Exactly one of ack and nack is subscribed, once. */
    interface Message<T> {

        T body();

        /** How often this message was handed out, this time included. */
        int receives();

        /** Done: the message is gone. */
        Mono<Void> ack();

        /** Not done: the message is handed out again. */
        Mono<Void> nack();
    }
}
