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
     * @param attempt tells it from the destination's others
     * @param most the count stays there, so that what is kept of a destination that is never mended is
     *     bounded; at least 1
     */
    Mono<Integer> failed(DestinationKey destination, String attempt, int most);

    /**
     * Tells that a delivery to the destination has exhausted its retries, unless that was told within the window,
     * or is being told, however long that takes. The window begins once it is told: where telling doesn't, fails, or is
     * cancelled, the next tells, and where its process dies, the next after a while.
     *
     * @param telling whether it told; empty is no
     */
    Mono<Void> oncePerWindow(DestinationKey destination, Duration window, Mono<Boolean> telling);

    /** Begins to count anew. */
    Mono<Void> reset(DestinationKey destination);
}
