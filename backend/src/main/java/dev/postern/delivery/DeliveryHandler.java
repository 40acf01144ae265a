package dev.postern.delivery;

import dev.postern.idempotency.Idempotency;
import dev.postern.idempotency.Idempotency.Outcome;
import dev.postern.model.DeliveryTask;
import dev.postern.model.Destination;
import dev.postern.model.IdGenerator;
import dev.postern.model.RetryTask;
import dev.postern.provider.ProviderRegistry;
import dev.postern.queue.LogQueue;
import dev.postern.queue.MessageQueue.Message;
import dev.postern.retry.RetryPolicy;
import dev.postern.retry.RetryScheduler;
import dev.postern.tenantstore.TenantStore;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Makes the attempt that a queued task asks for, once however often the task is handed out: publishes
 * to the destination, schedules what follows, and sends the record to the log.
 */
public final class DeliveryHandler {

    private static final Logger log = LoggerFactory.getLogger(DeliveryHandler.class);

    private final TenantStore tenants;
    private final Idempotency idempotency;
    private final Attempts attempts;
    private final AttemptNumbers numbers;
    private final AttemptRecorder recorder;
    private final DeliverySettings settings;

    public DeliveryHandler(
            TenantStore tenants,
            ProviderRegistry providers,
            RetryPolicy policy,
            RetryScheduler scheduler,
            LogQueue logQueue,
            Idempotency idempotency,
            IdGenerator ids,
            Clock clock,
            DeliverySettings settings) {
        this.tenants = tenants;
        this.idempotency = idempotency;
        this.attempts = new Attempts(providers, settings.cutOff(), clock);
        this.numbers = new AttemptNumbers(idempotency, settings.remember());
        this.recorder = new AttemptRecorder(policy, scheduler, logQueue, ids, settings);
        this.settings = settings;
    }

    /**
     * Handles the message and settles it. Acknowledged: the attempt was made and its record is queued,
     * now or earlier, or its destination is gone or disabled. Refused, to be handed out again: anything
     * of ours failed, or this was cancelled. An error means that settling it failed.
     */
    public Mono<Void> handle(Message<DeliveryTask> message) {
        return handle(message, Mono.never());
    }

    /**
     * @param stop cuts off an attempt that has no outcome yet when it completes. One that has is still
     *     recorded: the destination has the event by then.
     */
    Mono<Void> handle(Message<DeliveryTask> message, Mono<Void> stop) {
        return Settlement.of(message, decide(message, stop));
    }

    private Mono<Settlement> decide(Message<DeliveryTask> message, Mono<Void> stop) {
        DeliveryTask task = message.body();
        return tenants.retrieveDestination(task.destinationKey())
                .map(Optional::of)
                .defaultIfEmpty(Optional.empty())
                .flatMap(found -> found.filter(Destination::enabled)
                        .map(destination -> attemptOnce(message, destination, task, stop))
                        .orElseGet(() -> drop(task, found.isEmpty() ? "is deleted" : "is disabled")))
                .onErrorResume(StoppedException.class, e -> Mono.just(Settlement.NACK))
                .onErrorResume(e -> Mono.just(refuse(message, e.toString(), e)));
    }

    private Mono<Settlement> attemptOnce(
            Message<DeliveryTask> message, Destination destination, DeliveryTask task, Mono<Void> stop) {
        return idempotency
                .once(key(task), settings.claim(), settings.remember(), attempt(destination, task, stop))
                .flatMap(outcome -> switch (outcome) {
                    case Outcome.Done<Attempt> done -> Mono.just(Settlement.ACK);
                    case Outcome.DoneBefore<Attempt> before ->
                        isAnother(message)
                                ? attemptWithNextNumber(message, destination, task, stop)
                                : Mono.just(Settlement.ACK);
                    case Outcome.InProgress<Attempt> rival ->
                        isAnother(message)
                                ? attemptWithNextNumber(message, destination, task, stop)
                                : Mono.just(refuse(message, "the same attempt is in progress", null));
                });
    }

    /**
     * Whether a message whose number is taken asks for an attempt of its own. A manual retry does, if
     * this is the first time that it is handed out: it was numbered by what the log knew, and an attempt
     * that had not reached the log has the same number. One that comes back may have made its attempt
     * itself.
     */
    private static boolean isAnother(Message<DeliveryTask> message) {
        return message.body().manual() && message.receives() == 1;
    }

    private Mono<Settlement> attemptWithNextNumber(
            Message<DeliveryTask> message, Destination destination, DeliveryTask task, Mono<Void> stop) {
        var retry = new RetryTask(task.event().id(), task.event().tenantId(), task.destinationId());
        return numbers.takeFrom(retry, task.attempt() + 1, number -> Mono.empty())
                .flatMap(number -> attemptOnce(
                        message,
                        destination,
                        new DeliveryTask(task.event(), task.destinationId(), number, task.manual()),
                        stop));
    }

    private Mono<Attempt> attempt(Destination destination, DeliveryTask task, Mono<Void> stop) {
        Mono<Attempt> cutOff = stop.then(Mono.error(StoppedException::new));
        return Mono.firstWithSignal(cutOff, attempts.make(destination, task))
                .flatMap(made -> recorder.record(task, destination, made).thenReturn(made));
    }

    private static Mono<Settlement> drop(DeliveryTask task, String why) {
        log.info(
                "delivery dropped: the destination {} event_id={} tenant_id={} destination_id={} attempt={} manual={}",
                why,
                task.event().id(),
                task.event().tenantId(),
                task.destinationId(),
                task.attempt(),
                task.manual());
        return Mono.just(Settlement.ACK);
    }

    /** The queue sees to it that a refused message doesn't come back at once. */
    private static Settlement refuse(Message<DeliveryTask> message, String why, @Nullable Throwable failure) {
        DeliveryTask task = message.body();
        log.warn(
                "delivery put back: {} event_id={} tenant_id={} destination_id={} attempt={} manual={} receives={}",
                why,
                task.event().id(),
                task.event().tenantId(),
                task.destinationId(),
                task.attempt(),
                task.manual(),
                message.receives(),
                failure);
        return Settlement.NACK;
    }

    private static String key(DeliveryTask task) {
        return "deliverymq:%s:%s:%s:%d"
                .formatted(task.event().tenantId(), task.event().id(), task.destinationId(), task.attempt());
    }

    private static final class StoppedException extends RuntimeException {

        private static final long serialVersionUID = 1;
    }
}
