package dev.postern.delivery;

import dev.postern.idempotency.Idempotency;
import dev.postern.logstore.DeliveryReader;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryTask;
import dev.postern.model.RetryTask;
import dev.postern.queue.DeliveryQueue;
import dev.postern.retry.RetryScheduler;
import dev.postern.retry.RetryScheduler.DueRetry;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Brings due retries back into the delivery queue. The schedule holds ids alone: the event and the
 * number of its last attempt come from the log.
 */
public final class RetryDispatcher {

    private static final Logger log = LoggerFactory.getLogger(RetryDispatcher.class);

    private final RetryScheduler scheduler;
    private final DeliveryReader deliveries;
    private final DeliveryQueue queue;
    private final AttemptNumbers numbers;
    private final RetryDispatchSettings settings;

    public RetryDispatcher(
            RetryScheduler scheduler,
            DeliveryReader deliveries,
            DeliveryQueue queue,
            Idempotency idempotency,
            RetryDispatchSettings settings) {
        this.scheduler = scheduler;
        this.deliveries = deliveries;
        this.queue = queue;
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
                .flatMap(latest -> requeue(retry, latest))
                .defaultIfEmpty(false)
                .onErrorResume(e -> postpone(due).onErrorComplete().then(Mono.error(e)))
                .flatMap(queued -> queued ? scheduler.complete(due) : waitForLog(due));
    }

    /**
     * False where the next number is taken: that attempt is queued, or made and not logged yet. Once it
     * is, it has either settled this retry itself or left it to be dispatched under a later number.
     */
    private Mono<Boolean> requeue(RetryTask retry, Delivery latest) {
        int next = latest.attemptNumber() + 1;
        return numbers.take(
                retry,
                next,
                queue.publish(List.of(new DeliveryTask(latest.event(), retry.destinationId(), next, false))));
    }

    private Mono<Void> waitForLog(DueRetry due) {
        if (!settings.isPatienceOver(due.receives())) {
            return postpone(due);
        }
        log.error(
                "retry dropped: the log never showed the attempt before it"
                        + " event_id={} tenant_id={} destination_id={} receives={} waited={}",
                due.task().eventId(),
                due.task().tenantId(),
                due.task().destinationId(),
                due.receives(),
                settings.patience());
        return scheduler.complete(due);
    }

    private Mono<Void> postpone(DueRetry due) {
        Duration lag = settings.lagAfter(due.receives());
        log.debug("retry waits: {} lag={}", due.task(), lag);
        return scheduler.postpone(due, lag);
    }
}
