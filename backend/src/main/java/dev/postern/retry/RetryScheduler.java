package dev.postern.retry;

import dev.postern.model.RetryTask;
import dev.postern.model.Trace;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Retries that wait for their time: at most one per tenant, event and destination. */
public interface RetryScheduler {

    /**
     * Schedules the retry, in place of one that may be pending already.
     *
     * @param afterAttempt the number of the attempt that it follows; 0 where nobody knows
     * @param trace the work that it follows; null where that isn't traced
     */
    Mono<Void> schedule(RetryTask task, int afterAttempt, Duration delay, @Nullable Trace trace);

    /** As above, of work that isn't traced. */
    default Mono<Void> schedule(RetryTask task, int afterAttempt, Duration delay) {
        return schedule(task, afterAttempt, delay, null);
    }

    /** Forgets the pending retry, if there is one. */
    Mono<Void> cancel(RetryTask task);

    /**
     * Takes one retry that is due and hides it from others for the visibility time, after which it is
     * due again unless it was {@link #complete completed}. Empty where none is due.
     */
    Mono<DueRetry> receive();

    /** Forgets a received retry, unless it was scheduled anew, postponed or received again since. */
    Mono<Void> complete(DueRetry retry);

    /**
     * Hides a received retry for this long instead of the visibility time, unless it was scheduled
     * anew, postponed or received again since.
     */
    Mono<Void> postpone(DueRetry retry, Duration delay);

    /** When the pending retries of these tasks are due; tasks without one are absent. */
    Mono<Map<RetryTask, Instant>> dueTimes(Collection<RetryTask> tasks);

    /** When the retry is due that is due before all others, in hand or not; empty where none is pending. */
    Mono<Instant> earliestDue();

    /** How many retries are pending, those in hand included. */
    Mono<Long> pending();

    /**
     * A retry in hand.
     *
     * @param afterAttempt the number of the attempt that it follows; 0 where whoever scheduled it didn't say
     * @param receives how often it was received, this time included
     * @param token tells this receipt from later ones; the adapter's own
     * @param trace the work that it follows; null where that isn't traced
     */
    record DueRetry(
            RetryTask task,
            int afterAttempt,
            int receives,
            String token,
            @Nullable Trace trace) {}
}
