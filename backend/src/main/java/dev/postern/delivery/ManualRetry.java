package dev.postern.delivery;

import dev.postern.idempotency.Idempotency;
import dev.postern.idempotency.Idempotency.Outcome;
import dev.postern.logstore.DeliveryReader;
import dev.postern.logstore.EventReader;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryTask;
import dev.postern.model.Destination;
import dev.postern.model.DestinationKey;
import dev.postern.model.Event;
import dev.postern.model.RetryTask;
import dev.postern.queue.DeliveryQueue;
import dev.postern.tenantstore.TenantStore;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Queues one more attempt because a person asked for it, whether the event was delivered already,
 * failed, or never reached the destination.
 */
public final class ManualRetry {

    private final EventReader events;
    private final DeliveryReader deliveries;
    private final TenantStore tenants;
    private final DeliveryQueue queue;
    private final AttemptNumbers numbers;

    /** @param settings of these, how long an attempt's number is known as taken */
    public ManualRetry(
            EventReader events,
            DeliveryReader deliveries,
            TenantStore tenants,
            DeliveryQueue queue,
            Idempotency idempotency,
            RetryDispatchSettings settings) {
        this.events = events;
        this.deliveries = deliveries;
        this.tenants = tenants;
        this.queue = queue;
        this.numbers = new AttemptNumbers(idempotency, settings.remember());
    }

    /**
     * Queues an attempt of the event at the destination, numbered after the last one. Two wishes are two
     * attempts, even where the log does not show the first yet.
     *
     * @param tenantId whose event; null, for operators alone, means the newest event of that id
     */
    public Mono<ManualRetryResult> retry(@Nullable String tenantId, String eventId, String destinationId) {
        return known(tenantId, eventId, destinationId)
                .flatMap(known -> check(known, destinationId))
                .defaultIfEmpty(new ManualRetryResult.NoSuchEvent());
    }

    /**
     * As {@link #retry}, for a wish that may be asked for again by whoever takes over from a process that died: within an
     * hour, nothing is queued for it twice. Who loses interest once it has begun doesn't stop it: given back while its
     * task is on the way to the queue, the wish would be granted a second time.
     *
     * @param wish nobody else's has the same name
     */
    public Mono<WishResult> retryOnce(String wish, String tenantId, String eventId, String destinationId) {
        Mono<ManualRetryResult> queued = retry(tenantId, eventId, destinationId)
                .flatMap(result -> result instanceof ManualRetryResult.Queued
                        ? Mono.just(result)
                        : Mono.error(new NotQueued(result)));
        return seenThrough(numbers.once(new RetryTask(eventId, tenantId, destinationId), wish, queued))
                .<WishResult>map(outcome -> switch (outcome) {
                    case Outcome.Done<ManualRetryResult> done -> new WishResult.Answered(done.value());
                    case Outcome.DoneBefore<ManualRetryResult> before -> new WishResult.QueuedBefore();
                    case Outcome.InProgress<ManualRetryResult> rival -> new WishResult.InProgress();
                })
                .onErrorResume(NotQueued.class, e -> Mono.just(new WishResult.Answered(e.result)));
    }

    private static <T> Mono<T> seenThrough(Mono<T> work) {
        return Mono.defer(work::cache);
    }

    /** By the last attempt, or by the event itself where none was logged. */
    private Mono<Known> known(@Nullable String tenantId, String eventId, String destinationId) {
        Mono<Event> event = Mono.defer(() -> events.retrieveEvent(tenantId, eventId));
        return tenantId == null
                ? event.flatMap(found ->
                        latest(found.tenantId(), eventId, destinationId).defaultIfEmpty(new Known(found, 1)))
                : latest(tenantId, eventId, destinationId).switchIfEmpty(event.map(found -> new Known(found, 1)));
    }

    private Mono<Known> latest(String tenantId, String eventId, String destinationId) {
        return deliveries
                .latestDelivery(tenantId, eventId, destinationId)
                .filter(latest -> !LostRetry.isOne(latest))
                .map(Known::after);
    }

    private Mono<ManualRetryResult> check(Known known, String destinationId) {
        return tenants.retrieveDestination(new DestinationKey(known.event().tenantId(), destinationId))
                .map(Optional::of)
                .defaultIfEmpty(Optional.empty())
                .flatMap(found -> {
                    if (found.isEmpty()) {
                        return Mono.just(new ManualRetryResult.NoSuchDestination());
                    }
                    if (!found.get().enabled()) {
                        return Mono.just(new ManualRetryResult.DestinationDisabled());
                    }
                    return tenants.match(addressedTo(known.event(), destinationId))
                            .flatMap(ids -> ids.isEmpty()
                                    ? Mono.just(new ManualRetryResult.TopicMismatch())
                                    : enqueue(known, found.get()));
                });
    }

    private Mono<ManualRetryResult> enqueue(Known known, Destination destination) {
        Event event = known.event();
        return numbers.takeFrom(
                        new RetryTask(event.id(), event.tenantId(), destination.id()),
                        known.nextAttempt(),
                        number -> queue.publish(List.of(new DeliveryTask(event, destination.id(), number, true))))
                .map(number -> new ManualRetryResult.Queued(event.tenantId(), event.id(), destination.id(), number));
    }

    private static Event addressedTo(Event event, String destinationId) {
        return new Event(
                event.id(),
                event.tenantId(),
                destinationId,
                event.matchedDestinationIds(),
                event.topic(),
                event.eligibleForRetry(),
                event.time(),
                event.metadata(),
                event.data());
    }

    /** How a wish was received that may be asked for again. */
    public sealed interface WishResult {

        /** It is answered now. */
        record Answered(ManualRetryResult result) implements WishResult {}

        /** An attempt was queued for it before. */
        record QueuedBefore() implements WishResult {}

        /** Another process is at it, or died at it a moment ago. */
        record InProgress() implements WishResult {}
    }

    /** Gives the wish back: it may be granted another time. */
    private static final class NotQueued extends RuntimeException {

        private static final long serialVersionUID = 1;

        private final transient ManualRetryResult result;

        NotQueued(ManualRetryResult result) {
            super(result.toString(), null, false, false);
            this.result = result;
        }
    }

    private record Known(Event event, int nextAttempt) {
        static Known after(Delivery latest) {
            return new Known(latest.event(), latest.attemptNumber() + 1);
        }
    }
}
