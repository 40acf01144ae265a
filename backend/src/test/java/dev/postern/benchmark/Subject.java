package dev.postern.benchmark;

import dev.postern.logstore.DeliveryReader;
import dev.postern.logstore.EventReader;
import dev.postern.logstore.MetricsReader;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** A seeded store: its ports, and the same statements without them. */
interface Subject extends AutoCloseable {

    /** The store's version and what else its figures depend on. */
    Map<String, Object> facts();

    Readers readers();

    /** Up to so many places in the log of these tenants; none where the log is too small for them. */
    List<Place> places(Population population, int count);

    /**
     * Asks the port once, and gives what then sends the same statements and values through the driver
     * alone, and takes every column of every row; it gives the number of rows.
     */
    Supplier<Mono<Long>> raw(Question question);

    /** As {@link #readers()}, with room for one rendered statement alone. */
    Readers forgetfulReaders();

    @Override
    void close();

    /** What is asked of a port. */
    @FunctionalInterface
    interface Question {
        Mono<?> ask(Readers readers);
    }

    /**
     * The ports that read.
     *
     * @param metrics null where the store has none
     */
    record Readers(
            EventReader events,
            DeliveryReader deliveries,
            @Nullable MetricsReader metrics) {

        static Readers of(Object store) {
            return new Readers(
                    (EventReader) store,
                    (DeliveryReader) store,
                    store instanceof MetricsReader metrics ? metrics : null);
        }
    }
}
