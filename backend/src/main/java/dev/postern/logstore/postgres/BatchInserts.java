package dev.postern.logstore.postgres;

import dev.postern.logstore.LogNotReadyException;
import dev.postern.logstore.StoredBatch;
import dev.postern.logstore.TimeResolution;
import dev.postern.logstore.postgres.Database.Command;
import dev.postern.model.Delivery;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import io.r2dbc.spi.R2dbcException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Stores a batch in one transaction. */
final class BatchInserts {

    /**
     * Classes of SQL states that can be a row's own fault: bad data, and a limit such as an index's. A
     * violated constraint is none of these, for so the server says that a partition is missing.
     */
    private static final List<String> DATA_ERRORS = List.of("22", "54");

    private final Database database;
    private final PostgresLogStoreSettings settings;
    private final InsertStatement<Event> events = InsertStatement.events();
    private final InsertStatement<Delivery> deliveries = InsertStatement.deliveries(true);
    private final InsertStatement<Delivery> deliveriesWithoutLatency = InsertStatement.deliveries(false);

    BatchInserts(Database database, PostgresLogStoreSettings settings) {
        this.database = database;
        this.settings = settings;
    }

    Mono<Void> insert(List<LogEntry> entries, Mono<Boolean> latency) {
        return latency.flatMap(
                        has -> database.inTransaction(commands(entries, has ? deliveries : deliveriesWithoutLatency)))
                // Where even the column can't be asked for, no row is to blame.
                .onErrorMap(error -> error instanceof R2dbcException e && !isDataError(e), LogNotReadyException::new);
    }

    /** Each is made while the server is busy with the one before. */
    private Flux<Command> commands(List<LogEntry> entries, InsertStatement<Delivery> insert) {
        return Flux.defer(
                        () -> Flux.fromIterable(makings(StoredBatch.of(entries, TimeResolution.MICROSECONDS), insert)))
                .subscribeOn(Schedulers.parallel())
                .map(Supplier::get)
                .publishOn(Schedulers.parallel(), 1);
    }

    private List<Supplier<Command>> makings(StoredBatch batch, InsertStatement<Delivery> insert) {
        List<Supplier<Command>> makings = new ArrayList<>();
        // Always in the same order, so that batches with common rows wait for each other, and don't deadlock.
        chunks(batch.events(), Comparator.comparing(Event::time).thenComparing(Event::id), BatchInserts::weight)
                .forEach(chunk -> makings.add(() -> events.command(chunk)));
        chunks(
                        batch.deliveries(),
                        Comparator.comparing(Delivery::time).thenComparing(Delivery::id),
                        BatchInserts::weight)
                .forEach(chunk -> makings.add(() -> insert.command(chunk)));
        return makings;
    }

    private <T> List<List<T>> chunks(List<T> rows, Comparator<T> order, ToIntFunction<T> weight) {
        List<List<T>> chunks = new ArrayList<>();
        List<T> chunk = new ArrayList<>();
        long bytes = 0;
        for (T row : rows.stream().sorted(order).toList()) {
            int added = weight.applyAsInt(row);
            if (!chunk.isEmpty()
                    && (chunk.size() == settings.rowsPerInsert() || bytes + added > settings.bytesPerInsert())) {
                chunks.add(chunk);
                chunk = new ArrayList<>();
                bytes = 0;
            }
            chunk.add(row);
            bytes += added;
        }
        if (!chunk.isEmpty()) {
            chunks.add(chunk);
        }
        return chunks;
    }

    private static int weight(Event event) {
        return event.data() == null ? 0 : event.data().length();
    }

    private static int weight(Delivery delivery) {
        return weight(delivery.event())
                + (delivery.response() == null ? 0 : delivery.response().length());
    }

    private static boolean isDataError(R2dbcException error) {
        String state = error.getSqlState();
        return state != null && DATA_ERRORS.stream().anyMatch(state::startsWith);
    }
}
