package dev.postern.benchmark;

import dev.postern.logstore.DeliveryReader;
import dev.postern.logstore.EventReader;
import dev.postern.logstore.MetricsReader;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** A seeded store: its ports, and the same statements without them. */
interface Subject extends AutoCloseable {

    /** The store's version and what else its figures depend on. */
    Map<String, Object> facts();

    Readers readers();

    /** Places in the log: of all kinds of tenants, or of the largest alone. */
    List<Place> places(int count);

    /** The last rows of the 499th page of 20, in the lists of tenants that have so many. */
    List<Place> deepPlaces();

    /**
     * Calls the port once, and gives what then sends the same statements and values through the driver
     * alone, and takes every column of every row; it gives the number of rows.
     */
    Supplier<Mono<Long>> raw(Function<Readers, Mono<?>> call);

    /** As {@link #readers()}, with room for one rendered statement alone. */
    Readers forgetfulReaders();

    @Override
    void close();

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
