package dev.postern.replay;

import reactor.core.publisher.Mono;

/** Queues deliveries once more: what a replay wants of those who deliver. */
@FunctionalInterface
public interface Redelivery {

    /**
     * Queues one more attempt of the event at the destination, where it can be delivered there now. Asked again for the
     * same wish, it queues nothing twice.
     *
     * @param wish whose wish it is
     */
    Mono<Result> again(String wish, Target target);

    /** What came of it. */
    sealed interface Result {

        /**
         * An attempt is queued for this wish.
         *
         * @param attempt its number; 0 where it was queued before, under a number that is not known any more
         */
        record Queued(int attempt) implements Result {}

        /** None can be: the event or the destination is gone, or disabled, or doesn't take such events any more. */
        record Refused() implements Result {}

        /** Another process is at this very wish, or died at it a moment ago. */
        record Busy() implements Result {}
    }
}
