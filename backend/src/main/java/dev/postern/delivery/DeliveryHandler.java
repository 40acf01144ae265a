package dev.postern.delivery;

import dev.postern.alert.Alerts;
import dev.postern.idempotency.ClaimKey;
import dev.postern.idempotency.Idempotency;
import dev.postern.idempotency.Idempotency.Outcome;
import dev.postern.model.DeliveryTask;
import dev.postern.model.Destination;
import dev.postern.model.IdGenerator;
import dev.postern.model.RetryTask;
import dev.postern.parking.ParkingLot;
import dev.postern.provider.ProviderRegistry;
import dev.postern.provider.PublishOutcome;
import dev.postern.queue.DeliveryQueue;
import dev.postern.queue.LogQueue;
import dev.postern.queue.MessageQueue.Message;
import dev.postern.retry.RetryPolicy;
import dev.postern.retry.RetryScheduler;
import dev.postern.tenantstore.TenantStore;
import dev.postern.tenantstore.UnreadableFieldException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
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

    private static final PublishOutcome.Malformed UNREADABLE =
            new PublishOutcome.Malformed("{\"error\":\"the stored destination can not be read\"}");
    private static final PublishOutcome.Malformed UNABLE =
            new PublishOutcome.Malformed("{\"error\":\"the delivery failed before anything was sent\"}");

    /** How soon at most what waits for a disabled destination is delivered once that is enabled. */
    static final Duration DISABLED_LOOK = Duration.ofSeconds(15);

    private static final int MOST_CAUSES = 20;

    private final TenantStore tenants;
    private final DeliveryQueue queue;
    private final ParkingLot lot;
    private final Idempotency idempotency;
    private final Attempts attempts;
    private final AttemptNumbers numbers;
    private final AttemptRecorder recorder;
    private final Clock clock;
    private final DeliverySettings settings;

    public DeliveryHandler(
            TenantStore tenants,
            DeliveryQueue queue,
            ParkingLot lot,
            ProviderRegistry providers,
            RetryPolicy policy,
            RetryScheduler scheduler,
            LogQueue logQueue,
            Idempotency idempotency,
            Alerts alerts,
            IdGenerator ids,
            Clock clock,
            DeliverySettings settings) {
        this.tenants = tenants;
        this.queue = queue;
        this.lot = lot;
        this.idempotency = idempotency;
        this.attempts = new Attempts(providers, settings.cutOff(), clock);
        this.numbers = new AttemptNumbers(idempotency, settings.remember());
        this.recorder = new AttemptRecorder(policy, scheduler, logQueue, alerts, ids, settings);
        this.clock = clock;
        this.settings = settings;
    }

    /**
     * Handles the message and settles it. Acknowledged: the attempt was made and its record is queued,
     * now or earlier, or its destination is deleted, or disabled so that it is parked, or it is a manual
     * retry that was queued anew because its number is taken. Refused, to be handed out again: anything of
     * ours failed, or this was cancelled; where that is the destination's own doing, up to the settings'
     * tries. What looks like an error in our own code counts against the message, which the queue sets aside
     * in the end. An error means that settling it failed.
     */
    public Mono<Void> handle(Message<DeliveryTask> message) {
        return handle(message, Mono.never(), Passage.UNWATCHED);
    }

    /**
     * @param stop cuts off an attempt that has no outcome yet when it completes. One that has is still
     *     recorded: the destination has the event by then.
     */
    Mono<Void> handle(Message<DeliveryTask> message, Mono<Void> stop, Passage passage) {
        return Settlement.of(message, decide(message, stop, passage));
    }

    /** Has the task wait outside of the queue, or, where there is no room, in it. No attempt is made. */
    Mono<Void> park(Message<DeliveryTask> message, Duration lookAgain) {
        return Settlement.of(
                message,
                lot.park(message.body(), lookAgain)
                        .map(parked -> parked ? Settlement.ACK : refuse(message, "the parking lot is full", null))
                        .onErrorResume(e -> Mono.just(refuse(message, e.toString(), e))));
    }

    private Mono<Settlement> decide(Message<DeliveryTask> message, Mono<Void> stop, Passage passage) {
        DeliveryTask task = message.body();
        return Mono.defer(() -> attemptOnce(
                        message,
                        deliverable(task).flatMap(destination -> attempt(message, destination, stop, passage))))
                .onErrorResume(
                        e -> e instanceof UnreadableFieldException && isTriedEnough(message),
                        e -> attemptOnce(message, Mono.defer(() -> record(message, null, unmade(task, UNREADABLE, e)))))
                .onErrorResume(GoneException.class, e -> drop(task, "the destination is deleted"))
                .onErrorResume(DisabledException.class, e -> hold(message))
                .onErrorResume(StoppedException.class, e -> Mono.just(Settlement.NACK))
                .onErrorResume(e -> Mono.just(refuse(message, e.toString(), e)));
    }

    /**
     * The destination, or an error that says why nothing goes to it. It is asked for before the claim is made
     * that it is needed under, so that both take one round trip.
     */
    private Mono<Destination> deliverable(DeliveryTask task) {
        Mono<Destination> found = tenants.retrieveDestination(task.destinationKey())
                .switchIfEmpty(Mono.error(GoneException::new))
                .flatMap(destination ->
                        destination.enabled() ? Mono.just(destination) : Mono.error(new DisabledException()))
                .cache();
        found.subscribe(destination -> {}, e -> {});
        return found;
    }

    private Mono<Settlement> attemptOnce(Message<DeliveryTask> message, Mono<Attempt> attempt) {
        DeliveryTask task = message.body();
        Mono<? extends Outcome<?>> outcome =
                task.manual() ? once(key(task, "manual"), makeOrQueueAnew(task, attempt)) : once(key(task), attempt);
        return outcome.map(how -> how instanceof Outcome.InProgress<?>
                ? refuse(message, "the same attempt is in progress", null)
                : Settlement.ACK);
    }

    /**
     * A manual retry is numbered by what the log knows: an attempt that has not reached the log may have
     * its number. That it is another wish then holds however often it is handed out, so it is remembered
     * by itself whether a manual retry was seen to.
     */
    private Mono<Boolean> makeOrQueueAnew(DeliveryTask task, Mono<Attempt> attempt) {
        return once(key(task), attempt)
                .flatMap(outcome -> outcome instanceof Outcome.Done<Attempt>
                        ? Mono.just(true)
                        : queueAnew(task).thenReturn(true));
    }

    private Mono<Integer> queueAnew(DeliveryTask task) {
        return numbers.takeFrom(
                new RetryTask(task.event().id(), task.event().tenantId(), task.destinationId()),
                task.attempt() + 1,
                number -> queue.publish(List.of(
                        new DeliveryTask(task.event(), task.destinationId(), number, task.manual(), task.origin()))));
    }

    private <T> Mono<Outcome<T>> once(ClaimKey key, Mono<T> work) {
        return idempotency.once(key, settings.claim(), settings.remember(), work);
    }

    private Mono<Attempt> attempt(
            Message<DeliveryTask> message, Destination destination, Mono<Void> stop, Passage passage) {
        DeliveryTask task = message.body();
        Mono<Attempt> cutOff = stop.then(Mono.error(StoppedException::new));
        Mono<Attempt> made = attempts.make(destination, task)
                .onErrorResume(e -> isTriedEnough(message) && !isOutage(e), e -> Mono.just(unmade(task, UNABLE, e)));
        passage.limited(attempts.rateLimit(destination));
        return Mono.firstWithSignal(cutOff, made)
                .doOnNext(attempt -> passage.ended(attempt.outcome()))
                .flatMap(attempt -> record(message, destination, attempt)
                        .then(attempt.outcome() instanceof PublishOutcome.Gone ? disable(destination) : Mono.empty())
                        .thenReturn(attempt));
    }

    private Mono<Attempt> record(Message<DeliveryTask> message, @Nullable Destination destination, Attempt attempt) {
        return recorder.record(message.body(), destination, attempt, message.receives() == 1)
                .thenReturn(attempt);
    }

    /** Unless somebody changed it since it said so. Where that can't be done, its next answer does it. */
    private Mono<Void> disable(Destination gone) {
        if (!settings.disablesGone()) {
            return Mono.empty();
        }
        return tenants.updateDestination(
                        gone.key(),
                        now -> now.enabled() && now.config().equals(gone.config())
                                ? now.withDisabledAt(clock.instant())
                                : now)
                .doOnSuccess(done -> log.warn(
                        "destination disabled: it says that it is gone tenant_id={} destination_id={}",
                        gone.tenantId(),
                        gone.id()))
                .then()
                .onErrorResume(e -> {
                    log.error(
                            "a destination that is gone could not be disabled: tenant_id={} destination_id={}",
                            gone.tenantId(),
                            gone.id(),
                            e);
                    return Mono.empty();
                });
    }

    private boolean isTriedEnough(Message<DeliveryTask> message) {
        return message.receives() >= settings.tries();
    }

    /** Whether it is about more than this one destination, and passes. */
    private static boolean isOutage(Throwable error) {
        return Stream.iterate(error, Objects::nonNull, Throwable::getCause)
                .limit(MOST_CAUSES)
                .anyMatch(cause -> cause instanceof IOException || cause instanceof TimeoutException);
    }

    /** A task that went round for ever would take the place of others. */
    private Attempt unmade(DeliveryTask task, PublishOutcome.Malformed why, Throwable failure) {
        log.error(
                "delivery counts as failed, for it can't be made:"
                        + " event_id={} tenant_id={} destination_id={} attempt={} manual={}",
                task.event().id(),
                task.event().tenantId(),
                task.destinationId(),
                task.attempt(),
                task.manual(),
                failure);
        return attempts.unmade(why);
    }

    /** Until it is enabled again; where there is no room for what may never be asked for, it is dropped. */
    private Mono<Settlement> hold(Message<DeliveryTask> message) {
        DeliveryTask task = message.body();
        return lot.park(task, DISABLED_LOOK)
                .flatMap(parked -> parked
                        ? Mono.just(Settlement.ACK)
                        : drop(task, "the destination is disabled and the parking lot is full"))
                .onErrorResume(e -> Mono.just(refuse(message, e.toString(), e)));
    }

    private static Mono<Settlement> drop(DeliveryTask task, String why) {
        log.warn(
                "delivery dropped: {} event_id={} tenant_id={} destination_id={} attempt={} manual={}",
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
                // A store that is away is told in a line for each of many messages; where we are wrong, it is told
                // where.
                failure != null && Settlement.looksLikeOurs(failure) ? failure : null);
        return Settlement.again(failure);
    }

    private static ClaimKey key(DeliveryTask task, String... more) {
        return ClaimKey.of(
                "deliverymq",
                task.event().tenantId(),
                Stream.concat(
                                Stream.of(task.event().id(), task.destinationId(), String.valueOf(task.attempt())),
                                Stream.of(more))
                        .toArray(String[]::new));
    }

    private static final class StoppedException extends RuntimeException {

        private static final long serialVersionUID = 1;
    }

    /** The destination is not there any more. */
    private static final class GoneException extends RuntimeException {

        private static final long serialVersionUID = 1;
    }

    private static final class DisabledException extends RuntimeException {

        private static final long serialVersionUID = 1;
    }
}
