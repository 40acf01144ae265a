package dev.postern.app.observed;

import dev.postern.app.traces.Traces;
import dev.postern.app.traces.Traces.Beginning;
import dev.postern.app.traces.Traces.Kind;
import dev.postern.app.traces.Traces.Span;
import dev.postern.model.DeliveryTask;
import dev.postern.model.Destination;
import dev.postern.model.Origin;
import dev.postern.provider.DestinationProvider;
import dev.postern.provider.DestinationType;
import dev.postern.provider.PublishOutcome;
import dev.postern.provider.RateLimit;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Mono;

/** A type of destination, of which each attempt is timed. */
final class ObservedProvider implements DestinationProvider {

    private static final String CANCELLED = "cancelled";
    private static final String FAULT = "fault";

    private final DestinationProvider provider;
    private final String type;
    private final MeterProvider<Timer> attempts;
    private final MeterProvider<Timer> waits;
    private final Traces traces;
    private final Clock clock;

    ObservedProvider(
            DestinationProvider provider,
            MeterProvider<Timer> attempts,
            MeterProvider<Timer> waits,
            Traces traces,
            Clock clock) {
        this.provider = provider;
        this.type = provider.type().type();
        this.attempts = attempts;
        this.waits = waits;
        this.traces = traces;
        this.clock = clock;
    }

    @Override
    public Mono<PublishOutcome> publish(Destination destination, DeliveryTask task) {
        return Mono.defer(() -> {
            String attempt = kind(task);
            Instant now = clock.instant();
            Origin origin = task.origin();
            if (origin != null) {
                waits.withTags("attempt", attempt).record(waited(origin.since(), now));
            }
            Span span = origin == null || origin.trace() == null
                    ? Span.NONE
                    : traces.begin(new Beginning("delivery attempt", Kind.CLIENT, origin.trace()))
                            .with("postern.destination.type", type)
                            .with("postern.destination.id", destination.id())
                            .with("postern.attempt", task.attempt());
            long start = System.nanoTime();
            return provider.publish(destination, task)
                    .doOnSuccess(outcome -> {
                        record(start, attempt, outcome == null ? FAULT : kind(outcome));
                        end(span, outcome);
                    })
                    .doOnError(e -> {
                        record(start, attempt, FAULT);
                        span.failed(e.getClass().getSimpleName()).end();
                    })
                    .doOnCancel(() -> {
                        record(start, attempt, CANCELLED);
                        span.failed(CANCELLED).end();
                    });
        });
    }

    private void record(long start, String attempt, String outcome) {
        attempts.withTags(Tags.of("type", type, "attempt", attempt, "outcome", outcome))
                .record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
    }

    private static void end(Span span, PublishOutcome outcome) {
        span.with("postern.outcome", kind(outcome));
        if (outcome.code().matches("[1-5][0-9]{2}")) {
            span.with("http.response.status_code", Long.parseLong(outcome.code()));
        }
        if (!(outcome instanceof PublishOutcome.Delivered)) {
            span.failed(outcome.code());
        }
        span.end();
    }

    /** Clocks of several machines differ. */
    private static Duration waited(Instant since, Instant now) {
        Duration waited = Duration.between(since, now);
        return waited.isNegative() ? Duration.ZERO : waited;
    }

    private static String kind(DeliveryTask task) {
        if (task.manual()) {
            return "manual";
        }
        return task.attempt() == 1 ? "first" : "retry";
    }

    private static String kind(PublishOutcome outcome) {
        return switch (outcome) {
            case PublishOutcome.Delivered delivered -> "delivered";
            case PublishOutcome.Rejected rejected -> "rejected";
            case PublishOutcome.Gone gone -> "gone";
            case PublishOutcome.Unreachable unreachable -> "unreachable";
            case PublishOutcome.TimedOut timedOut -> "timed_out";
            case PublishOutcome.Malformed malformed -> "malformed";
        };
    }

    @Override
    public DestinationType type() {
        return provider.type();
    }

    @Override
    public List<FieldFault> validate(Destination destination) {
        return provider.validate(destination);
    }

    @Override
    public Destination prepare(Destination destination) {
        return provider.prepare(destination);
    }

    @Override
    public Optional<Destination> rotateSecret(Destination destination, Duration overlap) {
        return provider.rotateSecret(destination, overlap);
    }

    @Override
    public Optional<RateLimit> rateLimit(Destination destination) {
        return provider.rateLimit(destination);
    }

    @Override
    public Target target(Destination destination) {
        return provider.target(destination);
    }
}
