package dev.postern.app.wiring;

import dev.postern.logstore.postgres.retention.PostgresRetention;
import dev.postern.logstore.postgres.retention.RetentionReport;
import dev.postern.retry.RetryScheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Cuts the log's past off, again and again, where it is not kept for ever. What a pending retry still
 * reads stays: the last attempt before it. That lies no further back than the retries' reach before the
 * time at which the retry is due, so nothing younger than that is cut, even where the operator asks for
 * less, or where retries have been overdue for days because nobody dispatched them.
 */
final class LogRetentionUpkeep implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(LogRetentionUpkeep.class);

    /** No setting: the pauses double from there up to the usual interval, which is one. */
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);

    private final PostgresRetention retention;
    private final RetryScheduler retries;
    private final Duration reach;
    private final Duration asked;
    private final Duration interval;
    private final boolean wanted;
    private final AtomicReference<@Nullable Disposable> running = new AtomicReference<>();
    private int failures;

    LogRetentionUpkeep(
            PostgresRetention retention,
            RetryScheduler retries,
            Duration reach,
            Duration asked,
            Duration interval,
            boolean wanted) {
        this.retention = retention;
        this.retries = retries;
        this.reach = reach;
        this.asked = asked;
        this.interval = interval;
        this.wanted = wanted;
    }

    @Override
    public boolean isAutoStartup() {
        return wanted;
    }

    @Override
    public void start() {
        running.set(asked.isZero() ? mend() : work());
    }

    @Override
    public void stop() {
        Disposable work = running.getAndSet(null);
        if (work != null) {
            work.dispose();
        }
    }

    @Override
    public boolean isRunning() {
        return running.get() != null;
    }

    private Disposable work() {
        if (reach.compareTo(asked) > 0) {
            LOG.info(
                    "POSTERN_POSTGRES_LOG_RETENTION_DAYS asks for {}, but a retry may have to look back {}"
                            + " (RETRY_SCHEDULE, RETRY_INTERVAL_SECONDS, MAX_RETRY_LIMIT): that much is kept",
                    asked,
                    reach);
        }
        return Mono.defer(this::round)
                .flatMap(Mono::delay)
                .repeat()
                .subscribe(again -> {}, e -> LOG.error("log retention died", e));
    }

    private Disposable mend() {
        Duration longest = interval.compareTo(FIRST_PAUSE) > 0 ? interval : FIRST_PAUSE;
        return retention
                .tidy()
                .retryWhen(Retry.backoff(Long.MAX_VALUE, FIRST_PAUSE)
                        .maxBackoff(longest)
                        .doBeforeRetry(signal -> LOG.warn(
                                "what a log retention left behind could not be looked for, and is tried again",
                                signal.failure())))
                .subscribe(done -> {}, e -> LOG.error("what a log retention left behind can't be looked for", e));
    }

    /** The pause that follows. */
    private Mono<Duration> round() {
        return neededFrom()
                .flatMap(neededFrom -> retention.run(keep(), neededFrom))
                .elapsed()
                .map(timed -> afterRun(timed.getT2(), timed.getT1()))
                .defaultIfEmpty(interval)
                .onErrorResume(e -> {
                    LOG.warn("log retention failed, and is tried again", e);
                    return Mono.just(pauseAfterFailure());
                });
    }

    private Duration keep() {
        return reach.compareTo(asked) > 0 ? reach : asked;
    }

    private Mono<Instant> neededFrom() {
        return retries.earliestDue().map(due -> due.minus(reach)).defaultIfEmpty(Instant.MAX);
    }

    private Duration afterRun(RetentionReport report, long millis) {
        if (report.failures().isEmpty()) {
            LOG.info("log retention: {} took_ms={}", report, millis);
            failures = 0;
            return interval;
        }
        LOG.warn("log retention: {} took_ms={}", report, millis);
        return pauseAfterFailure();
    }

    private Duration pauseAfterFailure() {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures++, 20));
        return pause.compareTo(interval) > 0 ? interval : pause;
    }
}
