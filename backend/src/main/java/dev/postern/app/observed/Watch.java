package dev.postern.app.observed;

import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.r2dbc.spi.R2dbcTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import reactor.core.publisher.Mono;

/** Times work of one kind, by how it ended. */
final class Watch {

    /** From what a cached answer takes to what nobody waits for any longer. */
    static final Duration[] BUCKETS = {
        Duration.ofMillis(1),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(25),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofMillis(2_500),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ofSeconds(30)
    };

    /** From what a delivery waits where all is well to what it waits behind a long outage. */
    static final Duration[] LONG_BUCKETS = {
        Duration.ofMillis(10),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofSeconds(5),
        Duration.ofSeconds(15),
        Duration.ofMinutes(1),
        Duration.ofMinutes(5),
        Duration.ofMinutes(30),
        Duration.ofHours(4)
    };

    private final MeterProvider<Timer> timers;

    Watch(MeterRegistry registry, String name, String help) {
        timers = Timer.builder(name)
                .description(help)
                .serviceLevelObjectives(BUCKETS)
                .withRegistry(registry);
    }

    /** The work, timed each time that it is done. */
    <T> Mono<T> time(Mono<T> work, Tags tags) {
        return Mono.defer(() -> {
            long start = System.nanoTime();
            return work.doOnSuccess(done -> record(start, tags, "success"))
                    .doOnError(e -> record(start, tags, outcome(e)))
                    .doOnCancel(() -> record(start, tags, "cancelled"));
        });
    }

    void record(long start, Tags tags, String outcome) {
        timers.withTags(tags.and("outcome", outcome)).record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
    }

    private static String outcome(Throwable error) {
        return error instanceof TimeoutException || error instanceof R2dbcTimeoutException ? "timeout" : "error";
    }
}
