package dev.postern.benchmark;

import com.clickhouse.client.api.Client;
import com.clickhouse.client.api.insert.InsertSettings;
import com.clickhouse.data.ClickHouseFormat;
import dev.postern.benchmark.InsertRace.Way;
import dev.postern.benchmark.report.InsertFigures;
import dev.postern.logstore.clickhouse.ClickHouseLogStore;
import dev.postern.logstore.clickhouse.ClickHouseLogStoreSettings.Limits;
import dev.postern.migrations.ClickHouseTarget;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;

/**
 * The writer against inserts of the same rows by the driver alone, one a table, into tables of the same form: in
 * batches as the log worker's, and in the largest there are. The driver's rows are written here, in RowBinary, in the
 * time that counts as the writer's are, and once more beforehand. They go uncompressed, as the driver has it by itself
 * and as is fastest to a server so near; how fast they go compressed is told beside.
 */
final class ClickHouseInserts {

    private static final String PORT = "insert_port";
    private static final String RAW = "insert_raw";
    private static final String PREPARED = "insert_prepared";
    private static final String COMPRESSED = "insert_compressed";

    /** Of all columns in the tables' order; the hashes of rows are the same in whichever order these are. */
    private static final String SUMS =
            "select (select count(), groupBitXor(sipHash64(toString(tuple(*)))) from events),"
                    + " (select count(), groupBitXor(sipHash64(toString(tuple(*)))) from attempts)";

    static List<InsertFigures> run(String store, ClickHouseServer server, Options options) {
        List<InsertFigures> figures = new ArrayList<>();
        for (int batch : new int[] {1_000, InsertRace.ROUND}) {
            figures.addAll(run(store, server, options, batch));
        }
        return figures;
    }

    private static List<InsertFigures> run(String store, ClickHouseServer server, Options options, int batch) {
        ClickHouseTarget target = server.create(PORT);
        try (ClickHouseLogStore port =
                        ClickHouseSubject.store(target, target.http(), Limits.DEFAULT.cachedStatements());
                Client raw = client(server.create(RAW), false);
                Client prepared = client(server.create(PREPARED), false);
                Client compressed = client(server.create(COMPRESSED), true)) {
            List<Way> ways = List.of(
                    new Way(
                            "the port, batches of %,d".formatted(batch),
                            batch,
                            batches -> () -> batches.forEach(
                                    entries -> port.insert(entries).block(Measurement.PATIENCE))),
                    new Way(
                            "raw, batches of %,d".formatted(batch),
                            batch,
                            batches -> () -> batches.forEach(entries -> insert(raw, ClickHouseRows.of(entries)))),
                    new Way("raw, batches of %,d, prepared".formatted(batch), batch, batches -> {
                        List<ClickHouseRows> rows =
                                batches.stream().map(ClickHouseRows::of).toList();
                        return () -> rows.forEach(one -> insert(prepared, one));
                    }),
                    new Way(
                            "raw, batches of %,d, compressed as the port's".formatted(batch),
                            batch,
                            batches ->
                                    () -> batches.forEach(entries -> insert(compressed, ClickHouseRows.of(entries)))));
            List<Double> speeds = InsertRace.run(ways, options);
            check(server, InsertRace.stored(options));
            return IntStream.range(0, ways.size())
                    .mapToObj(i -> new InsertFigures(
                            store,
                            ways.get(i).name(),
                            speeds.get(i),
                            speeds.get(i) / speeds.get(1),
                            speeds.get(i) / speeds.get(2)))
                    .toList();
        } finally {
            server.drop(PORT);
            server.drop(RAW);
            server.drop(PREPARED);
            server.drop(COMPRESSED);
        }
    }

    private static Client client(ClickHouseTarget target, boolean compressed) {
        return ClickHouseSubject.client(target)
                .compressClientRequest(compressed)
                .build();
    }

    static void insert(Client client, ClickHouseRows rows) {
        insert(client, "events", ClickHouseRows.EVENT_COLUMNS, rows.events());
        insert(client, "attempts", ClickHouseRows.ATTEMPT_COLUMNS, rows.attempts());
    }

    private static void insert(Client client, String table, List<String> columns, InputStream rows) {
        // Stored when it is answered, as the port's.
        InsertSettings settings = new InsertSettings().serverSetting("async_insert", "0");
        try {
            client.insert(table, columns, rows, ClickHouseFormat.RowBinary, settings)
                    .get()
                    .close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** All have the same rows, or it was no race. */
    private static void check(ClickHouseServer server, long stored) {
        Set<String> sums = new HashSet<>();
        for (String name : List.of(PORT, RAW, PREPARED, COMPRESSED)) {
            sums.add(server.query(name, SUMS));
        }
        if (sums.size() > 1 || !sums.iterator().next().startsWith("(" + stored + ",")) {
            throw new IllegalStateException("rows: %s (expected: %d, all alike)".formatted(sums, stored));
        }
    }

    private ClickHouseInserts() {}
}
