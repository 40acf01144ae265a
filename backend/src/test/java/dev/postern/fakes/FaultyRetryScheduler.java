package dev.postern.fakes;

import dev.postern.model.RetryTask;
import dev.postern.model.Trace;
import dev.postern.retry.RetryScheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** A schedule that can be out of order. */
public final class FaultyRetryScheduler implements RetryScheduler {

    private final RetryScheduler scheduler;
    private final Faults faults;

    public FaultyRetryScheduler(RetryScheduler scheduler, Faults faults) {
        this.scheduler = scheduler;
        this.faults = faults;
    }

    @Override
    public Mono<Void> schedule(RetryTask task, int afterAttempt, Duration delay, @Nullable Trace trace) {
        return faults.around(scheduler.schedule(task, afterAttempt, delay, trace));
    }

    @Override
    public Mono<Void> cancel(RetryTask task) {
        return faults.around(scheduler.cancel(task));
    }

    @Override
    public Mono<DueRetry> receive() {
        return faults.around(scheduler.receive());
    }

    @Override
    public Mono<Void> complete(DueRetry retry) {
        return faults.around(scheduler.complete(retry));
    }

    @Override
    public Mono<Void> postpone(DueRetry retry, Duration delay) {
        return faults.around(scheduler.postpone(retry, delay));
    }

    @Override
    public Mono<Map<RetryTask, Instant>> dueTimes(Collection<RetryTask> tasks) {
        return faults.around(scheduler.dueTimes(tasks));
    }

    @Override
    public Mono<Instant> earliestDue() {
        return faults.around(scheduler.earliestDue());
    }

    @Override
    public Mono<Long> pending() {
        return faults.around(scheduler.pending());
    }
}
