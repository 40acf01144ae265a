package dev.postern.publish;

import dev.postern.idempotency.ClaimKey;
import dev.postern.idempotency.Idempotency;
import dev.postern.idempotency.Idempotency.Outcome;
import dev.postern.model.DeliveryTask;
import dev.postern.model.Event;
import dev.postern.queue.DeliveryQueue;
import dev.postern.tenantstore.TenantStore;
import java.time.Duration;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Accepts events for delivery: finds the destinations that an event belongs to, and queues a first
 * attempt for each of them, once per tenant and event id.
 */
public final class EventPublisher {

    /** What a queue takes in one call. */
    private static final int MOST_TASKS_AT_ONCE = 10_000;

    private final TenantStore tenants;
    private final DeliveryQueue queue;
    private final Idempotency idempotency;
    private final EventPublisherSettings settings;

    public EventPublisher(
            TenantStore tenants, DeliveryQueue queue, Idempotency idempotency, EventPublisherSettings settings) {
        this.tenants = tenants;
        this.queue = queue;
        this.idempotency = idempotency;
        this.settings = settings;
    }

    /**
     * Publishes the event. Completes with {@link PublishResult.Accepted} once its tasks are safely
     * queued. An error means that not all of them are, and that publishing the event again is right:
     * the tasks that were queued already deliver nothing twice.
     *
     * @throws IllegalStateException if the event has no data
     */
    public Mono<PublishResult> publish(Event event) {
        event.requireData();
        if (!mayPublish(event.topic())) {
            return Mono.just(new PublishResult.UnknownTopic(event.topic()));
        }
        return tenants.match(event)
                .flatMap(ids -> ids.isEmpty()
                        ? Mono.just(new PublishResult.NoMatch(event))
                        : enqueueOnce(event.withMatchedDestinationIds(ids), settings.patience()));
    }

    /** {@code *} addresses every destination, so it is a topic of every installation. */
    private boolean mayPublish(String topic) {
        return settings.topics().isEmpty()
                || topic.equals("*")
                || settings.topics().contains(topic);
    }

    /** Waits for a rival of the same id, so that a publisher whose two requests raced is told Duplicate. */
    private Mono<PublishResult> enqueueOnce(Event event, Duration patience) {
        return idempotency
                .once(
                        ClaimKey.of("publishmq", event.tenantId(), event.id()),
                        settings.claim(),
                        settings.remember(),
                        enqueue(event))
                .flatMap(outcome -> switch (outcome) {
                    case Outcome.Done<Event> done -> Mono.just(new PublishResult.Accepted(done.value()));
                    case Outcome.DoneBefore<Event> before -> Mono.just(new PublishResult.Duplicate(event));
                    case Outcome.InProgress<Event> rival
                    when patience.isPositive() ->
                        Mono.delay(settings.lookAgain())
                                .then(Mono.defer(() -> enqueueOnce(event, patience.minus(settings.lookAgain()))));
                    case Outcome.InProgress<Event> rival -> Mono.just(new PublishResult.InProgress(event));
                });
    }

    private Mono<Event> enqueue(Event event) {
        List<DeliveryTask> tasks = event.matchedDestinationIds().stream()
                .map(destinationId -> new DeliveryTask(event, destinationId, 1, false))
                .toList();
        return Flux.fromIterable(tasks)
                .buffer(MOST_TASKS_AT_ONCE)
                .concatMap(queue::publish)
                .then(Mono.just(event));
    }
}
