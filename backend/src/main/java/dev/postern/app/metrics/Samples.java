package dev.postern.app.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Numbers that only a store knows. They are looked up in the background, one after the other, so that no reader of the
 * metrics makes a store work or waits for it. What could not be looked up is not a number.
 */
final class Samples implements SmartLifecycle {

    private static final Duration DEADLINE = Duration.ofSeconds(5);

    private final MeterRegistry registry;
    private final Duration interval;
    private final Counter failures;
    private final List<Sample> samples = new ArrayList<>();
    private @Nullable Disposable loop;

    /** @param interval between two looks at all of them */
    Samples(MeterRegistry registry, Duration interval) {
        this.registry = registry;
        this.interval = interval;
        failures = Counter.builder("postern.samples.failed")
                .description("Looks at a store for a number of these metrics that failed; the number is NaN then")
                .register(registry);
    }

    /** Adds a number. Before the start. */
    Samples add(String name, String help, Tags tags, Mono<? extends Number> number) {
        var sample = new Sample(number);
        samples.add(sample);
        Gauge.builder(name, () -> sample.value)
                .description(help)
                .tags(tags)
                .strongReference(true)
                .register(registry);
        return this;
    }

    @Override
    public synchronized void start() {
        if (loop == null) {
            loop = Flux.fromIterable(samples)
                    .concatMap(this::look)
                    .then()
                    .repeatWhen(rounds -> rounds.delayElements(interval))
                    .subscribe();
        }
    }

    private Mono<Void> look(Sample sample) {
        return sample.number
                .map(Number::doubleValue)
                .timeout(DEADLINE)
                .onErrorResume(e -> {
                    failures.increment();
                    return Mono.just(Double.NaN);
                })
                .doOnNext(value -> sample.value = value)
                .then();
    }

    @Override
    public synchronized void stop() {
        if (loop != null) {
            loop.dispose();
            loop = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return loop != null;
    }

    private static final class Sample {

        private final Mono<? extends Number> number;
        private volatile double value = Double.NaN;

        private Sample(Mono<? extends Number> number) {
            this.number = number;
        }
    }
}
