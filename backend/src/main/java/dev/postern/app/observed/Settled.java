package dev.postern.app.observed;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

/** How often messages were settled, and how. */
final class Settled {

    private final MeterProvider<Counter> counters;

    Settled(MeterRegistry registry) {
        counters = Counter.builder("postern.queue.settled")
                .description("Messages that were handed out and settled, by how: ack is done, nack comes again,"
                        + " fail counts against the message, set_aside goes to the dead letters")
                .withRegistry(registry);
    }

    void count(Tags queue, String how) {
        counters.withTags(queue.and("how", how)).increment();
    }
}
