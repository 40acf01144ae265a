package dev.postern.quota;

import java.time.Duration;
import reactor.core.publisher.Mono;

/**
 * Budgets by the name of whose they are. One that was never charged is full; it refills by the store's own clock, up to
 * its capacity, in steps as small as that clock's. Nothing happens until subscribed.
 */
public interface QuotaStore {

    /**
     * Takes the cost where all of it is there, else nothing. However many ask at once, no more is taken than there is.
     *
     * @param cost 1 to the quota's capacity
     */
    Mono<Charge> charge(String account, Quota quota, long cost);

    /**
     * Gives back what was charged and not spent, up to the capacity; or, where it is negative, takes what was spent
     * already, down to nothing.
     */
    Mono<Void> adjust(String account, Quota quota, long change);

    /** What came of a charge. */
    sealed interface Charge {

        /** What is left of the budget, without fractions. */
        long remaining();

        /** All of it was taken. */
        record Taken(long remaining) implements Charge {}

        /**
         * There was too little, and nothing was taken.
         *
         * @param retryAfter after what time there is enough, where nobody else takes from it
         */
        record Refused(long remaining, Duration retryAfter) implements Charge {}
    }
}
