package dev.postern.delivery;

import dev.postern.idempotency.Idempotency;
import dev.postern.logstore.DeliveryReader;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.DeliveryTask;
import dev.postern.model.IdGenerator;
import dev.postern.model.Origin;
import dev.postern.model.RetryTask;
import dev.postern.queue.DeliveryQueue;
import dev.postern.queue.LogQueue;
import dev.postern.retry.RetryScheduler;
import dev.postern.retry.RetryScheduler.DueRetry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Brings due retries back into the delivery queue. The schedule holds ids and the number of the
 * attempt before; the event comes from the log.
 */
public final class RetryDispatcher {

    private static final Logger log = LoggerFactory.getLogger(RetryDispatcher.class);

    private final RetryScheduler scheduler;
    private final DeliveryReader deliveries;
    private final DeliveryQueue queue;
    private final LogQueue logQueue;
    private final IdGenerator ids;
    private final Clock clock;
    private final AttemptNumbers numbers;
    private final RetryDispatchSettings settings;

    public RetryDispatcher(
            RetryScheduler scheduler,
            DeliveryReader deliveries,
            DeliveryQueue queue,
            LogQueue logQueue,
            Idempotency idempotency,
            IdGenerator ids,
            Clock clock,
            RetryDispatchSettings settings) {
        this.scheduler = scheduler;
        this.deliveries = deliveries;
        this.queue = queue;
        this.logQueue = logQueue;
        this.ids = ids;
        this.clock = clock;
        this.numbers = new AttemptNumbers(idempotency, settings.remember());
        this.settings = settings;
    }

    /**
     * Handles one due retry: queues its next attempt, or lets it wait for the log. False where none is
     * due. After an error the retry is due again later, each time after a longer while.
     */
    public Mono<Boolean> dispatchNext() {
        return scheduler
                .receive()
                .flatMap(due -> dispatch(due).thenReturn(true))
                .defaultIfEmpty(false);
    }

    private Mono<Void> dispatch(DueRetry due) {
        RetryTask retry = due.task();
        return deliveries
                .latestDelivery(retry.tenantId(), retry.eventId(), retry.destinationId())
                .filter(latest -> !LostRetry.isOne(latest))
                .flatMap(latest -> requeue(due, latest))
                .defaultIfEmpty(false)
                .onErrorResume(e -> postpone(due).onErrorComplete().then(Mono.error(e)))
                .flatMap(settled -> settled ? scheduler.complete(due) : waitForLog(due));
    }

    /**
     * Whether the retry is seen to. The schedule tells which attempt it follows, so that its number doesn't
     * hang on how far the log has come; the log is asked for the event, which any attempt has.
     */
    private Mono<Boolean> requeue(DueRetry due, Delivery latest) {
        RetryTask retry = due.task();
        int after = due.afterAttempt();
        if (after == 0) {
            return requeueAfterLogged(due, latest);
        }
        if (latest.attemptNumber() > after && latest.status() == DeliveryStatus.SUCCESS) {
            // A manual attempt that succeeded just when this one came to be in hand.
            return Mono.just(true);
        }
        return numbers.takeOnceAfter(
                retry,
                after,
                Math.max(latest.attemptNumber(), after) + 1,
                number -> queue.publish(List.of(task(latest, due, number))));
    }

    /**
     * Of what an Outpost scheduled, only the log knows which attempt it follows. False where the next number
     * is taken: that attempt is queued, or made and not logged yet. Once it is, it has either settled this
     * retry itself or left it to be dispatched under a later number.
     */
    private Mono<Boolean> requeueAfterLogged(DueRetry due, Delivery latest) {
        int next = latest.attemptNumber() + 1;
        return numbers.take(due.task(), next, queue.publish(List.of(task(latest, due, next))));
    }

    private DeliveryTask task(Delivery latest, DueRetry due, int number) {
        // Without a trace too: what was not recorded until now is not recorded from now on.
        var origin = new Origin(clock.instant(), due.trace());
        return new DeliveryTask(latest.event(), due.task().destinationId(), number, false, origin);
    }

    private Mono<Void> waitForLog(DueRetry due) {
        if (!settings.isPatienceOver(due.receives())) {
            return postpone(due);
        }
        log.error(
                "retry lost: the log never showed the attempt before it, or dropped it too soon"
                        + " event_id={} tenant_id={} destination_id={} after_attempt={} receives={} waited={}",
                due.task().eventId(),
                due.task().tenantId(),
                due.task().destinationId(),
                due.afterAttempt(),
                due.receives(),
                settings.patience());
        return logQueue.publish(List.of(LostRetry.entry(ids.newDeliveryId(), due, clock.instant())))
                .then(scheduler.complete(due));
    }

    private Mono<Void> postpone(DueRetry due) {
        Duration lag = settings.lagAfter(due.receives());
        log.debug("retry waits: {} lag={}", due.task(), lag);
        return scheduler.postpone(due, lag);
    }
}
