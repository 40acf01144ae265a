package dev.postern.delivery;

import dev.postern.alert.Alerts;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.DeliveryTask;
import dev.postern.model.Destination;
import dev.postern.model.IdGenerator;
import dev.postern.model.LogEntry;
import dev.postern.model.RetryTask;
import dev.postern.model.Trace;
import dev.postern.provider.PublishOutcome;
import dev.postern.queue.LogQueue;
import dev.postern.retry.RetryPolicy;
import dev.postern.retry.RetryScheduler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** Remembers an attempt that was made: what follows it goes to the schedule, and itself to the log queue. */
final class AttemptRecorder {

    private static final Logger log = LoggerFactory.getLogger(AttemptRecorder.class);

    static final String UNKNOWN_TYPE = "unknown";

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    private final RetryPolicy policy;
    private final RetryScheduler scheduler;
    private final LogQueue logQueue;
    private final Alerts alerts;
    private final IdGenerator ids;
    private final DeliverySettings settings;

    AttemptRecorder(
            RetryPolicy policy,
            RetryScheduler scheduler,
            LogQueue logQueue,
            Alerts alerts,
            IdGenerator ids,
            DeliverySettings settings) {
        this.policy = policy;
        this.scheduler = scheduler;
        this.logQueue = logQueue;
        this.alerts = alerts;
        this.ids = ids;
        this.settings = settings;
    }

    /**
     * Completes once both are safe, and tries until they are, or until it is cancelled: the destination
     * has the event, and to send it again for a full queue of ours would not be fair. It can be tried
     * often: one retry is pending however often it is scheduled, and entries with one id become one row
     * of the log.
     *
     * @param destination null where it could not be read
     * @param first whether the task was never handed out before
     */
    Mono<Void> record(DeliveryTask task, @Nullable Destination destination, Attempt attempt, boolean first) {
        return Mono.defer(() -> {
            Optional<Duration> delay = delayBeforeNext(task, attempt);
            LogEntry entry = entry(task, destination, attempt);
            // At once, in one round trip: neither is of use to anybody before the task is acknowledged.
            return Mono.when(
                            insist(settleRetry(task, delay, first)),
                            insist(logQueue.publish(List.of(entry))),
                            alerts.attempted(entry, isExhausted(task, attempt)))
                    .doOnSuccess(done -> logLine(task, destination, attempt, delay));
        });
    }

    /** Empty where none follows: it succeeded, it is not to be repeated, or the budget is spent. */
    private Optional<Duration> delayBeforeNext(DeliveryTask task, Attempt attempt) {
        if (attempt.status() == DeliveryStatus.SUCCESS || !task.event().eligibleForRetry()) {
            return Optional.empty();
        }
        Duration wished = shorter(wishOf(attempt.outcome()), settings.longestRetryAfter());
        return policy.delayAfter(task.attempt()).map(delay -> longer(delay, wished));
    }

    private boolean isExhausted(DeliveryTask task, Attempt attempt) {
        return attempt.status() == DeliveryStatus.FAILED
                && task.event().eligibleForRetry()
                && policy.limit() > 0
                && task.attempt() > policy.limit();
    }

    private static Duration wishOf(PublishOutcome outcome) {
        return outcome instanceof PublishOutcome.Rejected rejected
                ? rejected.retryAfter().orElse(Duration.ZERO)
                : Duration.ZERO;
    }

    /**
     * Where none follows, one may still be pending: of the failure before a manual attempt, or of this
     * very attempt where it was made once already and its record was lost. Of the first attempt, handed out
     * for the first time, there is none to cancel.
     */
    private Mono<Void> settleRetry(DeliveryTask task, Optional<Duration> delay, boolean first) {
        if (delay.isEmpty() && first && task.attempt() == 1 && !task.manual()) {
            return Mono.empty();
        }
        var retry = new RetryTask(task.event().id(), task.event().tenantId(), task.destinationId());
        Trace trace = task.origin() == null ? null : task.origin().trace();
        return delay.map(wait -> scheduler.schedule(retry, task.attempt(), wait, trace))
                .orElseGet(() -> scheduler.cancel(retry));
    }

    private static Mono<Void> insist(Mono<Void> step) {
        return step.retryWhen(Retry.backoff(Long.MAX_VALUE, FIRST_PAUSE)
                .maxBackoff(LONGEST_PAUSE)
                .doBeforeRetry(signal -> log.warn(
                        "recording an attempt is tried again: {}",
                        signal.failure().toString())));
    }

    private LogEntry entry(DeliveryTask task, @Nullable Destination destination, Attempt attempt) {
        var delivery = new Delivery(
                ids.newDeliveryId(),
                task.destinationId(),
                typeOf(destination),
                attempt.status(),
                attempt.time(),
                task.attempt(),
                task.manual(),
                attempt.outcome().code(),
                attempt.outcome().response(),
                attempt.latencyMs(),
                task.event());
        return new LogEntry(
                task.event(), delivery, destination == null ? null : withoutSecrets(destination), task.origin());
    }

    private static String typeOf(@Nullable Destination destination) {
        return destination == null ? UNKNOWN_TYPE : destination.type();
    }

    private static Destination withoutSecrets(Destination destination) {
        return new Destination(
                destination.id(),
                destination.tenantId(),
                destination.type(),
                destination.topics(),
                destination.filter(),
                destination.config(),
                Map.of(),
                null,
                destination.metadata(),
                destination.createdAt(),
                destination.updatedAt(),
                destination.disabledAt());
    }

    private static void logLine(
            DeliveryTask task, @Nullable Destination destination, Attempt attempt, Optional<Duration> delay) {
        log.info(
                "delivery event_id={} tenant_id={} destination_id={} destination_type={} attempt={} manual={}"
                        + " status={} code={} latency_ms={} retry_in_ms={}",
                task.event().id(),
                task.event().tenantId(),
                task.destinationId(),
                typeOf(destination),
                task.attempt(),
                task.manual(),
                attempt.status(),
                attempt.outcome().code(),
                attempt.latencyMs(),
                delay.map(Duration::toMillis).map(String::valueOf).orElse("none"));
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) > 0 ? a : b;
    }
}
