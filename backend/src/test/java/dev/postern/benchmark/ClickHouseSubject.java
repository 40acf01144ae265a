package dev.postern.benchmark;

import com.clickhouse.client.api.Client;
import com.clickhouse.client.api.data_formats.ClickHouseBinaryFormatReader;
import com.clickhouse.client.api.internal.ClickHouseLZ4InputStream;
import com.clickhouse.client.api.query.QueryResponse;
import com.clickhouse.client.api.query.QuerySettings;
import com.clickhouse.data.ClickHouseFormat;
import dev.postern.logstore.clickhouse.ClickHouseLogStore;
import dev.postern.logstore.clickhouse.ClickHouseLogStoreSettings;
import dev.postern.logstore.clickhouse.ClickHouseLogStoreSettings.Limits;
import dev.postern.migrations.ClickHouseTarget;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import net.jpountz.lz4.LZ4Factory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A seeded database of ClickHouse's. */
final class ClickHouseSubject implements Subject {

    private static final String PLACE = "select tenant_id, destination_id, topic, event_id, attempt_id,"
            + " formatDateTime(attempt_time, '%Y-%m-%dT%H:%i:%S.%fZ', 'UTC') from attempts";

    private static final int DEEP_ROWS = 499 * 20;
    private static final int DEEP_TENANTS = 10;

    private final ClickHouseServer server;
    private final ClickHouseTarget target;
    private final long seed;
    private final RecordingProxy proxy;
    private final ClickHouseLogStore store;
    private final ClickHouseLogStore forgetful;
    private final ClickHouseLogStore recorded;
    private final Client client;

    ClickHouseSubject(ClickHouseServer server, ClickHouseTarget target, long seed) throws IOException {
        this.server = server;
        this.target = target;
        this.seed = seed;
        proxy = new RecordingProxy(target.http());
        store = store(target, target.http(), Limits.DEFAULT.cachedStatements());
        forgetful = store(target, target.http(), 1);
        recorded = store(target, proxy.uri(), Limits.DEFAULT.cachedStatements());
        client = new Client.Builder()
                .addEndpoint(target.http().toString())
                .setUsername(target.user())
                .setPassword(target.password())
                .setDefaultDatabase(target.database())
                .build();
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

    /** Half of them anywhere, and so most likely of large tenants; half of any tenant. */
    @Override
    public List<Place> places(int count) {
        String hash = "cityHash64(attempt_id, %d)".formatted(seed);
        String some = PLACE + " where %s %% 16 = 0 order by %s".formatted(hash, hash);
        List<Place> places = new ArrayList<>();
        add(places, some + " limit %d".formatted(count / 2));
        add(places, some + " limit 1 by tenant_id limit %d".formatted(count - places.size()));
        return places;
    }

    @Override
    public List<Place> deepPlaces() {
        List<Place> places = new ArrayList<>();
        for (int tenant = 1; tenant <= DEEP_TENANTS; tenant++) {
            add(
                    places,
                    PLACE
                            + " where tenant_id = 'tenant_%d' order by attempt_time desc, attempt_id desc limit 1 offset %d"
                                    .formatted(tenant, DEEP_ROWS - 1));
        }
        return places;
    }

    @Override
    public Supplier<Mono<Long>> raw(Function<Readers, Mono<?>> call) {
        call.apply(Readers.of(recorded)).block(Measurement.PATIENCE);
        // Once more, without what is asked once for all.
        proxy.take();
        call.apply(Readers.of(recorded)).block(Measurement.PATIENCE);
        List<Sent> sent = proxy.take().stream().map(Sent::of).toList();
        return () -> Flux.fromIterable(sent)
                .concatMap(one -> Mono.fromCallable(() -> one.again(client)))
                .reduce(0L, Long::sum);
    }

    @Override
    public void close() {
        store.close();
        forgetful.close();
        recorded.close();
        client.close();
        proxy.close();
    }

    private void add(List<Place> places, String sql) {
        server.rows(target.database(), sql)
                .forEach(row -> places.add(new Place(row[0], row[1], row[2], row[3], row[4], Instant.parse(row[5]))));
    }

    /** A statement, and its parameters. */
    private record Sent(String sql, Map<String, Object> parameters) {

        private static final String PARAMETER = "param_";
        private static final int BUFFER = 8_192;

        static Sent of(RecordingProxy.Asked asked) {
            Map<String, Object> parameters = new LinkedHashMap<>();
            boolean compressed = false;
            for (String pair : asked.uri().getRawQuery().split("&", -1)) {
                String name = decoded(pair.substring(0, pair.indexOf('=')));
                String value = decoded(pair.substring(pair.indexOf('=') + 1));
                compressed |= name.equals("decompress") && value.equals("1");
                if (name.startsWith(PARAMETER)) {
                    parameters.put(name.substring(PARAMETER.length()), value);
                }
            }
            InputStream body = new ByteArrayInputStream(asked.body().bytes());
            try (InputStream in = compressed
                    ? new ClickHouseLZ4InputStream(
                            body, LZ4Factory.fastestInstance().fastDecompressor(), BUFFER)
                    : body) {
                return new Sent(new String(in.readAllBytes(), StandardCharsets.UTF_8), parameters);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        /** Sends it again and takes every column of every row; the number of rows. */
        long again(Client client) throws Exception {
            QuerySettings settings = new QuerySettings()
                    .setFormat(ClickHouseFormat.RowBinaryWithNamesAndTypes)
                    .waitEndOfQuery(true);
            long rows = 0;
            QueryResponse response = client.query(sql, parameters, settings).get();
            try {
                ClickHouseBinaryFormatReader reader = client.newBinaryFormatReader(response);
                while (reader.hasNext()) {
                    reader.next();
                    rows++;
                }
            } finally {
                response.close();
            }
            return rows;
        }

        private static String decoded(String text) {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        }
    }
}
