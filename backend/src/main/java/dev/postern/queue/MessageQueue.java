package dev.postern.queue;

import dev.postern.model.Outage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A queue that hands each message out at least once: again where it was refused, and again where its
 * consumer fell silent for longer than the visibility time. What can't be worked off goes to the dead
 * letters, and nowhere else: a message leaves the queue acknowledged, or by that way.
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
     * still be settled; those that were on their way are given back at once, as if they had not been
     * handed out. (What a subscriber's own operators drop is in hand.) A lost connection is made again behind the Flux, with back-off. What can't be
     * decoded isn't handed out but set aside.
     *
     * @param prefetch how many may be in hand, not settled yet, at once
     */
    Flux<Message<T>> consume(int prefetch);

    /** Since when those who consume in this process have not reached the queue; empty where they do. */
    Optional<Outage> outage();

    /** How many messages wait or are in hand. Dead letters are neither. */
    Mono<Long> depth();

    /**
     * When the oldest message that waits or is in hand was published; empty where there is none, and where
     * the queue can't tell.
     */
    default Mono<Instant> oldest() {
        return Mono.empty();
    }

    /** What was taken out of this queue because it can't be worked off. */
    DeadLetters deadLetters();

    /**
     * A message in hand. Exactly one of ack, nack, fail and setAside is subscribed, once.
     *
     * <p>Which of them says whose fault it is. A receive counts against the message only where it ended
     * by {@link #fail}, or by the silence of its consumer: the process died, perhaps of this message. A
     * receive that ended by {@link #nack} never counts, however many there are. So a store that is down
     * for an hour, or a shutdown, sets nothing aside, and a message that kills whoever takes it does not
     * go round for ever. (A queue's own server that is away for longer than the visibility time looks
     * like silence, and may count once.)
     */
    interface Message<T> {

        T body();

        /** How often this message was handed out, this time included, whatever came of it. */
        int receives();

        /** How many of the earlier receives count against it; less than {@link DeadLetterSettings#maxFailures}. */
        int failures();

        /** Done: the message is gone. */
        Mono<Void> ack();

        /** Not done, for no fault of the message: it is handed out again. */
        Mono<Void> nack();

        /**
         * Not done, and it may be the message's fault: it is handed out again, unless that was its last
         * chance; then it is set aside.
         *
         * @param reason for an operator to read; no secrets
         */
        Mono<Void> fail(String reason);

        /**
         * Never to be done: it goes to the dead letters. Where they are full and may not drop any, it
         * stays in the queue and is handed out again after the visibility time.
         *
         * @param reason for an operator to read; no secrets
         */
        Mono<Void> setAside(String reason);
    }
}
