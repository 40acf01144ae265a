package dev.postern.delivery;

import dev.postern.queue.MessageQueue.Message;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/** What becomes of a message in hand. */
@FunctionalInterface
interface Settlement {

    Settlement ACK = Message::ack;

    /** Again later, for no fault of the message. */
    Settlement NACK = Message::nack;

    Mono<Void> apply(Message<?> message);

    /**
     * Again later, after work that failed. What looks like an error in our own code counts against the
     * message, which may wake it each time; all else passes, as a store that is down does.
     */
    static Settlement again(@Nullable Throwable failure) {
        return failure instanceof RuntimeException bug && looksLikeOurs(bug) ? failed(bug) : NACK;
    }

    /** Whether it looks like an error in our own code. */
    static boolean looksLikeOurs(Throwable failure) {
        return failure instanceof NullPointerException
                || failure instanceof IllegalArgumentException
                || failure instanceof ClassCastException
                || failure instanceof IndexOutOfBoundsException
                || failure instanceof ArithmeticException
                || failure instanceof UnsupportedOperationException;
    }

    /**
     * Settles the message as {@code work} decides, once, and with NACK where it is cancelled before it
     * has decided: a delivery that was cut off is no delivery.
     *
     * @param work never empty
     */
    static Mono<Void> of(Message<?> message, Mono<Settlement> work) {
        return Mono.defer(() -> {
            var open = new AtomicBoolean(true);
            return work.flatMap(settlement -> open.getAndSet(false) ? settlement.apply(message) : Mono.empty())
                    .doOnCancel(() -> {
                        if (open.getAndSet(false)) {
                            message.nack().subscribe(done -> {}, Settlement::tellOfMessageInHand);
                        }
                    });
        });
    }

    private static Settlement failed(RuntimeException bug) {
        String reason = Objects.toString(bug);
        return message -> message.fail(reason);
    }

    private static void tellOfMessageInHand(Throwable failure) {
        Logger log = LoggerFactory.getLogger(Settlement.class);
        log.warn("a cancelled message stays in hand", failure);
    }
}
