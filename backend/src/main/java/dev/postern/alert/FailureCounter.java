package dev.postern.alert;

import dev.postern.model.DestinationKey;
import java.time.Duration;
import reactor.core.publisher.Mono;

/** How many attempts at a destination failed since the last that succeeded. */
public interface FailureCounter {

    /** A count that grew for the last time so long ago is forgotten. */
    Duration FORGOTTEN_AFTER = Duration.ofHours(24);

    /**
     * Counts the attempt, once however often it is told, and gives how many failed in a row with it.
     *
     * @param most the count stays there, so that what is kept of a destination that is never mended is
     *     bounded; at least 1
     */
    Mono<Integer> failed(DestinationKey destination, String deliveryId, int most);

    /**
     * Whether it is the destination's first within the window whose retries are exhausted. Where it is,
     * the window begins.
     */
    Mono<Boolean> firstExhausted(DestinationKey destination, Duration window);

    /** Begins to count anew. */
    Mono<Void> reset(DestinationKey destination);
}
