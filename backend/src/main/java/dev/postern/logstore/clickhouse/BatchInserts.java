package dev.postern.logstore.clickhouse;

import com.clickhouse.client.api.ServerException;
import dev.postern.json.Json;
import dev.postern.logstore.LogNotReadyException;
import dev.postern.logstore.StoredBatch;
import dev.postern.model.Delivery;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import reactor.core.publisher.Mono;

/**
 * Stores a batch, one insert a table. Events come first: a delivery in the log whose event isn't there yet would
 * look like one that lost it. What is inserted again replaces itself.
 */
final class BatchInserts {

    /**
     * The server's codes for what can be a row's own fault: it can't be parsed, is out of range, or too large. No
     * row that {@link StoredBatch} gives is known to be any of these.
     */
    private static final Set<Integer> DATA_ERRORS = Set.of(6, 27, 33, 53, 69, 117, 131, 321);

    private final Server server;
    private final String prefix;

    BatchInserts(Server server, String prefix) {
        this.server = server;
        this.prefix = prefix;
    }

    Mono<Void> insert(List<LogEntry> entries, Mono<Boolean> latency) {
        return latency.flatMap(has -> insert(entries, has))
                // Where even the column can't be asked for, no row is to blame.
                .onErrorMap(error -> !isDataError(error), LogNotReadyException::new);
    }

    private Mono<Void> insert(List<LogEntry> entries, boolean latency) {
        StoredBatch batch = StoredBatch.of(entries, ListQuery.TIMES);
        Source.Detail detail = new Source.Detail(true, true, latency);
        return insert(Source.EVENTS, detail, batch.events(), BatchInserts::write)
                .then(insert(
                        Source.ATTEMPTS, detail, batch.deliveries(), (out, delivery) -> write(out, delivery, latency)));
    }

    private <T> Mono<Void> insert(Source source, Source.Detail detail, List<T> rows, Writer<T> writer) {
        if (rows.isEmpty()) {
            return Mono.empty();
        }
        List<String> columns = new ArrayList<>(source.columns(detail));
        return server.insert(Sql.quoted(prefix + source.table()), columns, out -> {
            for (T row : rows) {
                writer.write(out, row);
            }
        });
    }

    private static void write(RowWriter out, Event event) throws IOException {
        out.text(event.id());
        out.text(event.tenantId());
        out.time(event.time());
        out.text(event.topic());
        out.flag(event.eligibleForRetry());
        out.text(Json.write(event.metadata()));
        out.texts(event.matchedDestinationIds());
        out.text(event.requireData());
    }

    private static void write(RowWriter out, Delivery delivery, boolean latency) throws IOException {
        Event event = delivery.event();
        out.text(delivery.id());
        out.text(event.id());
        out.text(event.tenantId());
        out.text(delivery.destinationId());
        out.text(delivery.destinationType());
        out.text(event.topic());
        out.text(Status.text(delivery.status()));
        out.time(delivery.time());
        out.number(delivery.attemptNumber());
        out.flag(delivery.manual());
        out.text(delivery.code() == null ? "" : delivery.code());
        out.time(event.time());
        out.flag(event.eligibleForRetry());
        out.text(Json.write(event.metadata()));
        if (latency) {
            out.numberOrNull(delivery.latencyMs());
        }
        out.text(event.requireData());
        out.text(delivery.response() == null ? "null" : delivery.response());
    }

    private static boolean isDataError(Throwable error) {
        return error instanceof ServerException e && DATA_ERRORS.contains(e.getCode());
    }

    /** Writes a row. */
    @FunctionalInterface
    private interface Writer<T> {
        void write(RowWriter out, T row) throws IOException;
    }
}
