package dev.postern.intake;

import dev.postern.model.Outage;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A queue that publishers put events into. It is theirs: nothing is declared or changed there. */
public interface EventSource {

    /**
     * Messages as they come, until cancelled; then those in hand can still be settled. What isn't settled comes again.
     * A lost connection and a queue that isn't there are waited for.
     *
     * @param prefetch how many may be in hand at once
     */
    Flux<Arrival> arrivals(int prefetch);

    /** Since when the queue has not been reached; empty where it is. */
    Optional<Outage> outage();

    /** A message in hand. One of ack, requeue and reject is subscribed, once. */
    interface Arrival {

        byte[] body();

        /** Null where its publisher gave it none. */
        @Nullable
        String id();

        /** Done: the message is gone. */
        Mono<Void> ack();

        /** Back into the queue. */
        Mono<Void> requeue();

        /** Out of the queue: to its dead letters, where its owner gave it any; else it is gone. */
        Mono<Void> reject();
    }
}
