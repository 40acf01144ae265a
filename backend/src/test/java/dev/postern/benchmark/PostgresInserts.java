package dev.postern.benchmark;

import dev.postern.json.Json;
import dev.postern.logstore.postgres.PostgresLogStore;
import dev.postern.logstore.postgres.PostgresLogStoreSettings;
import dev.postern.migrations.PostgresUrl;
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
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The writer, in batches as the log worker's, against COPY of the same rows into tables of the same form
 * with the same indexes: at once, and in the same batches. All in rounds, by turns.
 */
final class PostgresInserts {

    private static final String STORE = "postgres";
    private static final int BATCH = 1_000;
    private static final int ROUND = 10_000;
    private static final double NANOS = 1e9;

    static List<InsertFigures> run(PostgresServer server, Options options) throws SQLException {
        PostgresUrl written = server.create("insert_port");
        PostgresUrl copied = server.create("insert_copy");
        PostgresUrl batched = server.create("insert_copy_batches");
        ConnectionPool pool = PostgresServer.pool(written);
        ConnectionPool wholePool = PostgresServer.pool(copied);
        ConnectionPool partsPool = PostgresServer.pool(batched);
        try {
            var writer = new PostgresLogStore(pool, PostgresLogStoreSettings.DEFAULT);
            PostgresqlConnection whole = driver(wholePool);
            PostgresqlConnection parts = driver(partsPool);
            long[] nanos = new long[3];
            // The first rounds warm up.
            int rounds = (options.inserts() + ROUND - 1) / ROUND;
            for (int round = -2; round < rounds; round++) {
                List<LogEntry> entries = Entries.of(ROUND, options.seed() * 1_000 + round);
                List<List<LogEntry>> batches = new ArrayList<>();
                for (int i = 0; i < ROUND; i += BATCH) {
                    batches.add(entries.subList(i, i + BATCH));
                }
                List<Rows> texts = batches.stream().map(Rows::of).toList();
                Rows all = Rows.of(entries);

                long start = System.nanoTime();
                for (List<LogEntry> batch : batches) {
                    writer.insert(batch).block(Measurement.PATIENCE);
                }
                long afterPort = System.nanoTime();
                all.copy(whole).block(Measurement.PATIENCE);
                long afterWhole = System.nanoTime();
                for (Rows text : texts) {
                    text.copy(parts).block(Measurement.PATIENCE);
                }
                long end = System.nanoTime();
                if (round >= 0) {
                    nanos[0] += afterPort - start;
                    nanos[1] += afterWhole - afterPort;
                    nanos[2] += end - afterWhole;
                }
            }
            return List.of(
                    figures("the port, batches of 1,000", rounds, nanos[0], nanos[1]),
                    figures("COPY, 10,000 at once", rounds, nanos[1], nanos[1]),
                    figures("COPY, batches of 1,000", rounds, nanos[2], nanos[1]));
        } finally {
            pool.dispose();
            wholePool.dispose();
            partsPool.dispose();
            server.drop("insert_port");
            server.drop("insert_copy");
            server.drop("insert_copy_batches");
        }
    }

    private static PostgresqlConnection driver(ConnectionPool pool) {
        Connection connection = Objects.requireNonNull(pool.create().block(Measurement.PATIENCE));
        return Objects.requireNonNull(((Wrapped<?>) connection).unwrap(PostgresqlConnection.class));
    }

    private static InsertFigures figures(String way, int rounds, long nanos, long fastest) {
        return new InsertFigures(STORE, way, (double) rounds * ROUND * NANOS / nanos, (double) fastest / nanos);
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
