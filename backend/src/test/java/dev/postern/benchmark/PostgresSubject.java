package dev.postern.benchmark;

import dev.postern.logstore.postgres.PostgresLogStore;
import dev.postern.logstore.postgres.PostgresLogStoreSettings;
import dev.postern.migrations.PostgresUrl;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.spi.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A seeded database of PostgreSQL's. */
final class PostgresSubject implements Subject {

    private static final String PLACE = "select tenant_id, destination_id, topic, event_id, id,"
            + " to_char(time at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') from attempts";

    /** The seed's time without its first days, so that there is a page behind each place. */
    private static final Instant FIRST_DAY = Instant.parse("2026-01-04T00:00:00Z");

    private static final Duration DAYS = Duration.ofDays(26);

    /** What a statement that is planned anew each time has set before it. */
    private static final String PLANNING = "plan_cache_mode";

    private final PostgresUrl url;
    private final long seed;
    private final ConnectionPool pool;
    private final ConnectionPool rawPool;
    private final Connection raw;
    private final Connection rawCounts;
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
        rawCounts = Objects.requireNonNull(Mono.from(rawPool.create()).block(Measurement.PATIENCE));
        Flux.from(rawCounts
                        .createStatement("set %s = force_custom_plan".formatted(PLANNING))
                        .execute())
                .concatMap(result -> result.getRowsUpdated())
                .then()
                .block(Measurement.PATIENCE);
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
            for (Population population : List.of(Population.BUSY, Population.SMALL)) {
                facts.put(
                        population.fact(),
                        PostgresServer.value(
                                connection,
                                "select min(rows) || ' to ' || max(rows) from (select count(*) as rows from attempts"
                                        + " where tenant_id in %s group by tenant_id) n".formatted(population.sql())));
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

    @Override
    public List<Place> places(Population population, int count) {
        try (var connection = PostgresServer.connect(url)) {
            return switch (population) {
                case BUSY, SMALL -> anywhere(connection, population.tenants(), count);
                case DEEP -> {
                    List<Place> places = new ArrayList<>();
                    for (String tenant : population.tenants()) {
                        String rows = PLACE + " where tenant_id = '%s' order by time desc, id desc offset %d limit 1";
                        add(places, PostgresServer.rows(connection, rows.formatted(tenant, Population.DEEP_ROWS - 1)));
                    }
                    yield places;
                }
            };
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The first rows before times that are drawn, of tenants in turns; a tenant without any is left out. */
    private List<Place> anywhere(java.sql.Connection connection, List<String> tenants, int count) throws SQLException {
        Random random = new Random(seed);
        List<Place> places = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Instant time = FIRST_DAY.plusMillis((long) (random.nextDouble() * DAYS.toMillis()));
            String rows = PLACE + " where tenant_id = '%s' and time <= '%s' order by time desc, id desc limit 1";
            add(places, PostgresServer.rows(connection, rows.formatted(tenants.get(i % tenants.size()), time)));
        }
        return places;
    }

    @Override
    public Supplier<Mono<Long>> raw(Question question) {
        recorder.take();
        question.ask(recorded).block(Measurement.PATIENCE);
        List<Recorder.Sent> sent = recorder.take();
        // How long a count may take, and how it is planned, is said before it; its connection has it said once.
        Connection connection = sent.stream().anyMatch(one -> one.sql().contains(PLANNING)) ? rawCounts : raw;
        List<Recorder.Sent> asked = sent.stream()
                .filter(one -> !one.sql().contains("pg_attribute") && !one.sql().contains("set_config"))
                .toList();
        return () ->
                Flux.fromIterable(asked).concatMap(one -> one.again(connection)).reduce(0L, Long::sum);
    }

    @Override
    public void close() {
        Mono.from(raw.close()).block(Measurement.PATIENCE);
        Mono.from(rawCounts.close()).block(Measurement.PATIENCE);
        pool.dispose();
        rawPool.dispose();
    }

    private static void add(List<Place> places, List<String[]> rows) {
        rows.forEach(row -> places.add(new Place(row[0], row[1], row[2], row[3], row[4], Instant.parse(row[5]))));
    }
}
