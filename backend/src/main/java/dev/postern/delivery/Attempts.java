package dev.postern.delivery;

import dev.postern.model.DeliveryTask;
import dev.postern.model.Destination;
import dev.postern.provider.ProviderRegistry;
import dev.postern.provider.PublishOutcome;
import dev.postern.provider.RateLimit;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import reactor.core.publisher.Mono;

/** Makes single attempts, in bounded time, and measures them. */
final class Attempts {

    /** The type may be any text that another system stored, so it is not repeated in the JSON. */
    private static final PublishOutcome UNKNOWN_TYPE =
            new PublishOutcome.Malformed("{\"error\":\"this installation does not know the destination's type\"}");

    private final ProviderRegistry providers;
    private final Duration cutOff;
    private final Clock clock;

    Attempts(ProviderRegistry providers, Duration cutOff, Clock clock) {
        this.providers = providers;
        this.cutOff = cutOff;
        this.clock = clock;
    }

    /**
     * Hands the task's event to the destination. An unknown type of destination is a failed attempt like
     * any other: refused instead, its task would go round for ever.
     */
    Mono<Attempt> make(Destination destination, DeliveryTask task) {
        return Mono.defer(() -> {
            Instant time = clock.instant().truncatedTo(ChronoUnit.MILLIS);
            return publish(destination, task)
                    .timeout(cutOff, Mono.just(new PublishOutcome.TimedOut()))
                    .switchIfEmpty(Mono.error(
                            () -> new IllegalStateException("provider " + destination.type() + " gave no outcome")))
                    .timed()
                    .map(timed -> new Attempt(
                            timed.get(), time, Math.toIntExact(timed.elapsed().toMillis())));
        });
    }

    /** How often the destination may be given events at most. */
    Optional<RateLimit> rateLimit(Destination destination) {
        return providers.find(destination.type()).flatMap(provider -> provider.rateLimit(destination));
    }

    /** A failed attempt that stands for one that can't be made. */
    Attempt unmade(PublishOutcome.Malformed why) {
        return new Attempt(why, clock.instant().truncatedTo(ChronoUnit.MILLIS), 0);
    }

    private Mono<PublishOutcome> publish(Destination destination, DeliveryTask task) {
        return providers
                .find(destination.type())
                .map(provider -> provider.publish(destination, task))
                .orElseGet(() -> Mono.just(UNKNOWN_TYPE));
    }
}
