package dev.postern.logstore.postgres;

import dev.postern.logstore.StoredBatch;
import dev.postern.logstore.postgres.Database.Command;
import dev.postern.model.Delivery;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import io.r2dbc.spi.R2dbcException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Stores a batch in one transaction. Where the database refuses it for what it holds (an id too long for an
 * index, say), it is halved until the entry at fault is alone; that one is logged and left out.
 */
final class BatchInserts {

    private static final Logger LOG = LoggerFactory.getLogger(BatchInserts.class);

    /** Classes of SQL states that speak of the data: bad data, a constraint, a limit of the server. */
    private static final List<String> DATA_ERRORS = List.of("22", "23", "54");

    private final Database database;
    private final PostgresLogStoreSettings settings;
    private final InsertStatement<Event> events = InsertStatement.events();

    BatchInserts(Database database, PostgresLogStoreSettings settings) {
        this.database = database;
        this.settings = settings;
    }

    Mono<Void> insert(List<LogEntry> entries, boolean latency) {
        return insert(entries, InsertStatement.deliveries(latency));
    }

    private Mono<Void> insert(List<LogEntry> entries, InsertStatement<Delivery> deliveries) {
        return database.inTransaction(commands(StoredBatch.of(entries), deliveries))
                .onErrorResume(BatchInserts::isDataError, error -> isolate(entries, deliveries, error));
    }

    private Mono<Void> isolate(List<LogEntry> entries, InsertStatement<Delivery> deliveries, Throwable error) {
        if (entries.size() == 1) {
            Delivery lost = entries.getFirst().delivery();
            LOG.error(
                    "left out a log entry that PostgreSQL refuses: tenant_id={} event_id={} attempt_id={} error={}",
                    shown(lost.tenantId()),
                    shown(lost.eventId()),
                    shown(lost.id()),
                    error.getMessage());
            return Mono.empty();
        }
        int half = entries.size() / 2;
        return insert(entries.subList(0, half), deliveries)
                .then(Mono.defer(() -> insert(entries.subList(half, entries.size()), deliveries)));
    }

    private List<Command> commands(StoredBatch batch, InsertStatement<Delivery> deliveries) {
        List<Command> commands = new ArrayList<>();
        // Always in the same order, so that batches with common rows wait for each other, and don't deadlock.
        chunks(batch.events(), Comparator.comparing(Event::time).thenComparing(Event::id), BatchInserts::weight)
                .forEach(chunk -> commands.add(events.command(chunk)));
        chunks(
                        batch.deliveries(),
                        Comparator.comparing(Delivery::time).thenComparing(Delivery::id),
                        BatchInserts::weight)
                .forEach(chunk -> commands.add(deliveries.command(chunk)));
        return commands;
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

    private static boolean isDataError(Throwable error) {
        return error instanceof R2dbcException e
                && e.getSqlState() != null
                && DATA_ERRORS.stream().anyMatch(e.getSqlState()::startsWith);
    }

    private static String shown(String id) {
        return id.length() <= 256 ? id : id.substring(0, 256) + "…";
    }
}
