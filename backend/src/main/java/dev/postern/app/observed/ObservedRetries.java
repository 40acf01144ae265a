package dev.postern.app.observed;

import dev.postern.model.RetryTask;
import dev.postern.model.Trace;
import dev.postern.retry.RetryScheduler;
import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** The schedule of retries, whose coming and going is counted. */
final class ObservedRetries implements RetryScheduler {

    private final RetryScheduler scheduler;
    private final Counter scheduled;
    private final Counter received;

    ObservedRetries(RetryScheduler scheduler, Counter scheduled, Counter received) {
        this.scheduler = scheduler;
        this.scheduled = scheduled;
        this.received = received;
    }

    @Override
    public Mono<Void> schedule(RetryTask task, int afterAttempt, Duration delay, @Nullable Trace trace) {
        return scheduler.schedule(task, afterAttempt, delay, trace).doOnSuccess(done -> scheduled.increment());
    }

    @Override
    public Mono<Void> cancel(RetryTask task) {
        return scheduler.cancel(task);
    }

    @Override
    public Mono<DueRetry> receive() {
        return scheduler.receive().doOnNext(due -> received.increment());
    }

    @Override
    public Mono<Void> complete(DueRetry retry) {
        return scheduler.complete(retry);
    }

    @Override
    public Mono<Void> postpone(DueRetry retry, Duration delay) {
        return scheduler.postpone(retry, delay);
    }

    @Override
    public Mono<Map<RetryTask, Instant>> dueTimes(Collection<RetryTask> tasks) {
        return scheduler.dueTimes(tasks);
    }

    @Override
    public Mono<Instant> earliestDue() {
        return scheduler.earliestDue();
    }

    @Override
    public Mono<Long> pending() {
        return scheduler.pending();
    }
}
