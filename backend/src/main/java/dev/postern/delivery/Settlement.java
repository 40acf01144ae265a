package dev.postern.delivery;

import dev.postern.queue.MessageQueue.Message;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/** What becomes of a message in hand. */
enum Settlement {
    ACK,
    NACK;

    private static final Logger log = LoggerFactory.getLogger(Settlement.class);

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
                            message.nack().subscribe(done -> {}, e -> log.warn("a cancelled message stays in hand", e));
                        }
                    });
        });
    }

    private Mono<Void> apply(Message<?> message) {
        return switch (this) {
            case ACK -> message.ack();
            case NACK -> message.nack();
        };
    }
}
