package dev.postern.benchmark;

import com.clickhouse.client.api.Client;
import dev.postern.logstore.clickhouse.ClickHouseLogStore;
import dev.postern.logstore.clickhouse.ClickHouseLogStoreSettings;
import dev.postern.logstore.clickhouse.ClickHouseLogStoreSettings.Limits;
import dev.postern.migrations.ClickHouseTarget;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/** A seeded database of ClickHouse's. */
final class ClickHouseSubject implements Subject {

    private static final String PLACE = "select tenant_id, destination_id, topic, event_id, attempt_id,"
            + " formatDateTime(attempt_time, '%Y-%m-%dT%H:%i:%S.%fZ', 'UTC') from attempts";

    private final ClickHouseServer server;
    private final ClickHouseTarget target;
    private final long seed;
    private final RecordingProxy proxy;
    private final ClickHouseLogStore store;
    private final ClickHouseLogStore forgetful;
    private final ClickHouseLogStore recorder;
    private final Readers recorded;
    private final Client client;

    ClickHouseSubject(ClickHouseServer server, ClickHouseTarget target, long seed) throws IOException {
        this.server = server;
        this.target = target;
        this.seed = seed;
        proxy = new RecordingProxy(target.http());
        store = store(target, target.http(), Limits.DEFAULT.cachedStatements());
        forgetful = store(target, target.http(), 1);
        recorder = store(target, proxy.uri(), Limits.DEFAULT.cachedStatements());
        recorded = Readers.of(recorder);
        client = client(target).build();
    }

    /** The driver as it comes. */
    static Client.Builder client(ClickHouseTarget target) {
        return new Client.Builder()
                .addEndpoint(target.http().toString())
                .setUsername(target.user())
                .setPassword(target.password())
                .setDefaultDatabase(target.database());
    }

    static ClickHouseLogStore store(ClickHouseTarget target, URI http, int cachedStatements) {
        Limits usual = Limits.DEFAULT;
        return new ClickHouseLogStore(new ClickHouseLogStoreSettings(
                http,
                target.user(),
                target.password(),
                target.database(),
                target.tablePrefix(),
                new Limits(
                        usual.maxReads(),
                        usual.maxCounts(),
                        usual.maxInserts(),
                        usual.maxWaiting(),
                        usual.connectTimeout(),
                        Measurement.PATIENCE,
                        cachedStatements,
                        usual.windowRows())));
    }

    @Override
    public Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("version", server.query(target.database(), "select version()").strip());
        for (String table : List.of("events", "attempts")) {
            String[] row = server.rows(
                            target.database(),
                            "select sum(rows), count(), formatReadableSize(sum(bytes_on_disk)) from system.parts where"
                                    + " active and database = currentDatabase() and table = '%s'".formatted(table))
                    .getFirst();
            facts.put(table, Long.parseLong(row[0]));
            facts.put(table + "Parts", Long.parseLong(row[1]));
            facts.put(table + "Size", row[2]);
        }
        for (Population population : List.of(Population.BUSY, Population.SMALL)) {
            facts.put(
                    population.fact(),
                    server.query(
                                    target.database(),
                                    "select concat(toString(min(rows)), ' to ', toString(max(rows))) from (select"
                                            + " count() as rows from attempts where tenant_id in %s group by tenant_id)"
                                                    .formatted(population.sql()))
                            .strip());
        }
        return facts;
    }

    @Override
    public Readers readers() {
        return Readers.of(store);
    }

    @Override
    public Readers forgetfulReaders() {
        return Readers.of(forgetful);
    }

    @Override
    public List<Place> places(Population population, int count) {
        List<Place> places = new ArrayList<>();
        switch (population) {
            case BUSY -> anywhere(places, population, count, 16);
            case SMALL -> anywhere(places, population, count, 1);
            case DEEP -> {
                for (String tenant : population.tenants()) {
                    add(
                            places,
                            PLACE
                                    + " where tenant_id = '%s' order by attempt_time desc, attempt_id desc limit 1 offset %d"
                                            .formatted(tenant, Population.DEEP_ROWS - 1));
                }
            }
        }
        return places;
    }

    /**
     * Rows by their hashes, of each tenant as many.
     *
     * @param of how many rows one is looked at: where there are many, so that the server needn't sort them all
     */
    private void anywhere(List<Place> places, Population population, int count, int of) {
        String hash = "cityHash64(attempt_id, %d)".formatted(seed);
        int each = Math.ceilDiv(count, population.tenants().size());
        // The seed's time without its first days, so that there is a page behind each place.
        add(
                places,
                PLACE
                        + " where tenant_id in %s and attempt_time between '2026-01-04 00:00:00' and '2026-01-30 00:00:00'"
                                .formatted(population.sql())
                        + " and %s %% %d = 0 order by %s limit %d by tenant_id limit %d"
                                .formatted(hash, of, hash, each, count));
    }

    @Override
    public Supplier<Mono<Long>> raw(Question question) {
        question.ask(recorded).block(Measurement.PATIENCE);
        // Once more, without what is asked once for all.
        proxy.take();
        question.ask(recorded).block(Measurement.PATIENCE);
        ClickHouseReplay replay = ClickHouseReplay.of(proxy.take());
        return () -> replay.rows(client);
    }

    @Override
    public void close() {
        store.close();
        forgetful.close();
        recorder.close();
        client.close();
        proxy.close();
    }

    private void add(List<Place> places, String sql) {
        server.rows(target.database(), sql)
                .forEach(row -> places.add(new Place(row[0], row[1], row[2], row[3], row[4], Instant.parse(row[5]))));
    }
}
