package dev.postern.benchmark;

import dev.postern.logstore.postgres.PostgresLogStore;
import dev.postern.logstore.postgres.PostgresLogStoreSettings;
import dev.postern.migrations.PostgresUrl;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.spi.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A seeded database of PostgreSQL's. */
final class PostgresSubject implements Subject {

    private static final String PLACE = "select tenant_id, destination_id, topic, event_id, id,"
            + " to_char(time at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') from attempts";

    private static final int DEEP_ROWS = 499 * 20;

    private final PostgresUrl url;
    private final long seed;
    private final ConnectionPool pool;
    private final ConnectionPool rawPool;
    private final Connection raw;
    private final Recorder recorder;
    private final Readers readers;
    private final Readers forgetful;
    private final Readers recorded;

    PostgresSubject(PostgresUrl url, long seed) {
        this.url = url;
        this.seed = seed;
        pool = PostgresServer.pool(url);
        rawPool = PostgresServer.pool(url);
        raw = Objects.requireNonNull(Mono.from(rawPool.create()).block(Measurement.PATIENCE));
        recorder = new Recorder(pool);
        PostgresLogStoreSettings usual = PostgresLogStoreSettings.DEFAULT;
        readers = Readers.of(new PostgresLogStore(pool, usual));
        recorded = Readers.of(new PostgresLogStore(recorder, usual));
        forgetful = Readers.of(new PostgresLogStore(
                pool,
                new PostgresLogStoreSettings(usual.maxBranches(), usual.rowsPerInsert(), usual.bytesPerInsert(), 1)));
    }

    @Override
    public Map<String, Object> facts() {
        try (var connection = PostgresServer.connect(url)) {
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put("version", PostgresServer.value(connection, "show server_version"));
            facts.put("sharedBuffers", PostgresServer.value(connection, "show shared_buffers"));
            for (String table : List.of("events", "attempts")) {
                facts.put(
                        table,
                        Long.parseLong(Objects.requireNonNull(
                                PostgresServer.value(connection, "select count(*) from " + table))));
            }
            facts.put(
                    "size",
                    PostgresServer.value(connection, "select pg_size_pretty(pg_database_size(current_database()))"));
            return facts;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public Readers readers() {
        return readers;
    }

    @Override
    public Readers forgetfulReaders() {
        return forgetful;
    }

    /** By turns one at any time, and so most likely of a large tenant, and one of any tenant. */
    @Override
    public List<Place> places(int count) {
        try (var connection = PostgresServer.connect(url)) {
            PostgresServer.execute(connection, "select setseed(%f)".formatted(1.0 / (seed + 2)));
            List<Place> places = new ArrayList<>();
            while (places.size() < count) {
                String time = "timestamptz '2026-01-02Z' + random() * interval '28 days'";
                // A value for a whole statement, not one for each row.
                String when = "(select %s)".formatted(time);
                String order = " order by time desc, id desc limit 1";
                add(places, PostgresServer.rows(connection, PLACE + " where time <= " + when + order));
                add(
                        places,
                        PostgresServer.rows(
                                connection,
                                PLACE + " where tenant_id = (select 'tenant_' || floor(1 + random() * 1000)::int)"
                                        + " and time <= " + when + order));
            }
            return places.subList(0, count);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public List<Place> deepPlaces() {
        try (var connection = PostgresServer.connect(url)) {
            List<Place> places = new ArrayList<>();
            for (int tenant = 1; tenant <= 10; tenant++) {
                add(
                        places,
                        PostgresServer.rows(
                                connection,
                                PLACE
                                        + " where tenant_id = 'tenant_%d' order by time desc, id desc offset %d limit 1"
                                                .formatted(tenant, DEEP_ROWS - 1)));
            }
            return places;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public Supplier<Mono<Long>> raw(Function<Readers, Mono<?>> call) {
        recorder.take();
        call.apply(recorded).block(Measurement.PATIENCE);
        // What is asked once for all, and how long it may take, is not the question.
        List<Recorder.Sent> sent = recorder.take().stream()
                .filter(one -> !one.sql().contains("pg_attribute") && !one.sql().contains("set_config"))
                .toList();
        return () -> Flux.fromIterable(sent).concatMap(one -> one.again(raw)).reduce(0L, Long::sum);
    }

    @Override
    public void close() {
        Mono.from(raw.close()).block(Measurement.PATIENCE);
        pool.dispose();
        rawPool.dispose();
    }

    private static void add(List<Place> places, List<String[]> rows) {
        rows.forEach(row -> places.add(new Place(row[0], row[1], row[2], row[3], row[4], Instant.parse(row[5]))));
    }
}
