package dev.postern.app.observed;

import dev.postern.idempotency.ClaimKey;
import dev.postern.idempotency.Idempotency;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import java.time.Duration;
import reactor.core.publisher.Mono;

/** Claims, counted by what they are on and how they end. */
final class ObservedIdempotency implements Idempotency {

    private final Idempotency idempotency;
    private final MeterProvider<Counter> claims;

    ObservedIdempotency(Idempotency idempotency, MeterProvider<Counter> claims) {
        this.idempotency = idempotency;
        this.claims = claims;
    }

    @Override
    public <T> Mono<Outcome<T>> once(ClaimKey key, Duration claim, Duration remember, Mono<T> work) {
        String kind = kind(key);
        return idempotency
                .once(key, claim, remember, work)
                .doOnSuccess(outcome -> count(kind, outcome))
                .doOnError(e -> count(kind, "error"));
    }

    /** Work that completes empty is done too. */
    private void count(String kind, Outcome<?> outcome) {
        count(
                kind,
                switch (outcome) {
                    case null -> "done";
                    case Outcome.Done<?> done -> "done";
                    case Outcome.DoneBefore<?> before -> "done_before";
                    case Outcome.InProgress<?> rival -> "in_progress";
                });
    }

    private void count(String kind, String outcome) {
        claims.withTags("work", kind, "outcome", outcome).increment();
    }

    /** Names begin with the kind of work, in Outpost's words; what follows are ids, of which there is no end. */
    private static String kind(ClaimKey key) {
        int end = key.name().indexOf(':');
        return switch (end < 0 ? key.name() : key.name().substring(0, end)) {
            case "publishmq" -> "publish";
            case "deliverymq" -> "delivery";
            default -> "other";
        };
    }
}
