package dev.postern.benchmark;

import dev.postern.benchmark.InsertRace.Way;
import dev.postern.benchmark.report.InsertFigures;
import dev.postern.json.Json;
import dev.postern.logstore.postgres.PostgresLogStore;
import dev.postern.logstore.postgres.PostgresLogStoreSettings;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.postgresql.api.PostgresqlConnection;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.Wrapped;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The writer, in batches as the log worker's, against COPY of the same rows into tables of the same form with the
 * same indexes: at once, which is the fastest there is, and in the same batches. The texts that COPY reads are made
 * in the time that counts, as the writer's statements are, and once more beforehand.
 */
final class PostgresInserts {

    private static final int BATCH = 1_000;
    private static final String SUMS =
            "select (select count(*) || '/' || sum(hashtextextended(e::text, 0)) from events e)"
                    + " || '/' || (select count(*) || '/' || sum(hashtextextended(a::text, 0)) from attempts a)";

    static List<InsertFigures> run(String store, PostgresServer server, Options options) throws SQLException {
        List<String> names = List.of("insert_port", "insert_1", "insert_2", "insert_3", "insert_4");
        List<ConnectionPool> pools = new ArrayList<>();
        try {
            for (String name : names) {
                pools.add(PostgresServer.pool(server.create(name)));
            }
            var writer = new PostgresLogStore(pools.getFirst(), PostgresLogStoreSettings.DEFAULT);
            List<Way> ways = List.of(
                    new Way(
                            "the port, batches of 1,000",
                            BATCH,
                            batches -> () -> batches.forEach(
                                    batch -> writer.insert(batch).block(Measurement.PATIENCE))),
                    inTime("COPY, 10,000 at once", InsertRace.ROUND, pools.get(1)),
                    prepared("COPY, 10,000 at once, prepared", InsertRace.ROUND, pools.get(2)),
                    inTime("COPY, batches of 1,000", BATCH, pools.get(3)),
                    prepared("COPY, batches of 1,000, prepared", BATCH, pools.get(4)));
            List<Double> speeds = InsertRace.run(ways, options);
            check(server, names, InsertRace.stored(options));
            return IntStream.range(0, ways.size())
                    .mapToObj(i -> new InsertFigures(
                            store,
                            ways.get(i).name(),
                            speeds.get(i),
                            speeds.get(i) / speeds.get(1),
                            speeds.get(i) / speeds.get(2)))
                    .toList();
        } finally {
            pools.forEach(ConnectionPool::dispose);
            for (String name : names) {
                server.drop(name);
            }
        }
    }

    private static Way inTime(String name, int batch, ConnectionPool pool) {
        PostgresqlConnection connection = driver(pool);
        return new Way(
                name,
                batch,
                batches -> () -> batches.forEach(
                        entries -> Rows.of(entries).copy(connection).block(Measurement.PATIENCE)));
    }

    private static Way prepared(String name, int batch, ConnectionPool pool) {
        PostgresqlConnection connection = driver(pool);
        return new Way(name, batch, batches -> {
            List<Rows> rows = batches.stream().map(Rows::of).toList();
            return () -> rows.forEach(one -> one.copy(connection).block(Measurement.PATIENCE));
        });
    }

    /** All have the same rows, or it was no race. */
    private static void check(PostgresServer server, List<String> names, long stored) throws SQLException {
        Set<@Nullable String> sums = new HashSet<>();
        for (String name : names) {
            try (var connection = PostgresServer.connect(server.database(name))) {
                sums.add(PostgresServer.value(connection, SUMS));
            }
        }
        if (sums.size() > 1 || !String.valueOf(sums.iterator().next()).startsWith(stored + "/")) {
            throw new IllegalStateException("rows: %s (expected: %d, all alike)".formatted(sums, stored));
        }
    }

    private static PostgresqlConnection driver(ConnectionPool pool) {
        Connection connection = Objects.requireNonNull(pool.create().block(Measurement.PATIENCE));
        return Objects.requireNonNull(((Wrapped<?>) connection).unwrap(PostgresqlConnection.class));
    }

    /** The rows of entries in the text that COPY reads. */
    private static final class Rows {

        private final byte[] events;
        private final byte[] attempts;

        private Rows(String events, String attempts) {
            this.events = events.getBytes(StandardCharsets.UTF_8);
            this.attempts = attempts.getBytes(StandardCharsets.UTF_8);
        }

        static Rows of(List<LogEntry> entries) {
            StringBuilder events = new StringBuilder();
            StringBuilder attempts = new StringBuilder();
            for (LogEntry entry : entries) {
                Event event = entry.event();
                Delivery delivery = entry.delivery();
                String metadata = Json.write(event.metadata());
                line(
                        events,
                        event.id(),
                        event.tenantId(),
                        event.time().toString(),
                        event.topic(),
                        "true",
                        event.data(),
                        metadata,
                        "{" + String.join(",", event.matchedDestinationIds()) + "}");
                line(
                        attempts,
                        delivery.id(),
                        event.id(),
                        event.tenantId(),
                        delivery.destinationId(),
                        delivery.destinationType(),
                        event.topic(),
                        delivery.status() == DeliveryStatus.SUCCESS ? "success" : "failed",
                        delivery.time().toString(),
                        String.valueOf(delivery.attemptNumber()),
                        "false",
                        delivery.code(),
                        delivery.response(),
                        event.time().toString(),
                        "true",
                        event.data(),
                        metadata,
                        Objects.toString(delivery.latencyMs()));
            }
            return new Rows(events.toString(), attempts.toString());
        }

        Mono<Void> copy(PostgresqlConnection connection) {
            return connection
                    .beginTransaction()
                    .then(connection.copyIn(
                            "copy events (id, tenant_id, time, topic, eligible_for_retry, data, metadata,"
                                    + " matched_destination_ids) from stdin",
                            buffer(events)))
                    .then(connection.copyIn(
                            "copy attempts (id, event_id, tenant_id, destination_id, destination_type, topic, status,"
                                    + " time, attempt_number, manual, code, response_data, event_time,"
                                    + " eligible_for_retry, event_data, event_metadata, latency_ms) from stdin",
                            buffer(attempts)))
                    .then(connection.commitTransaction());
        }

        private static Mono<ByteBuf> buffer(byte[] text) {
            return Mono.fromSupplier(() -> Unpooled.wrappedBuffer(text));
        }

        private static void line(StringBuilder text, @Nullable String... values) {
            for (int i = 0; i < values.length; i++) {
                String value = values[i];
                text.append(i == 0 ? "" : "\t").append(value == null ? "\\N" : value.replace("\\", "\\\\"));
            }
            text.append('\n');
        }
    }

    private PostgresInserts() {}
}
