package dev.postern.benchmark;

import dev.postern.logstore.clickhouse.ClickHouseLogStore;
import dev.postern.logstore.clickhouse.ClickHouseLogStoreSettings.Limits;
import dev.postern.migrations.ClickHouseTarget;
import dev.postern.model.LogEntry;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The writer against the very requests that it makes, sent again as they are to tables of the same form:
 * in batches as the log worker's, and in the largest there are. By turns.
 */
final class ClickHouseInserts {

    private static final String STORE = "clickhouse";
    private static final String RECORDED = "insert_recorded";
    private static final String RAW = "insert_raw";
    private static final String PORT = "insert_port";
    private static final int ROUND = 10_000;
    private static final double NANOS = 1e9;

    static List<InsertFigures> run(ClickHouseServer server, Options options) throws IOException, InterruptedException {
        List<InsertFigures> figures = new ArrayList<>();
        for (int batch : new int[] {1_000, ROUND}) {
            figures.addAll(run(server, options, batch));
        }
        return figures;
    }

    private static List<InsertFigures> run(ClickHouseServer server, Options options, int size)
            throws IOException, InterruptedException {
        ClickHouseTarget target = server.create(PORT);
        server.create(RAW);
        ClickHouseTarget recorded = server.create(RECORDED);
        try (RecordingProxy proxy = new RecordingProxy(target.http());
                ClickHouseLogStore port =
                        ClickHouseSubject.store(target, target.http(), Limits.DEFAULT.cachedStatements());
                ClickHouseLogStore recorder =
                        ClickHouseSubject.store(recorded, proxy.uri(), Limits.DEFAULT.cachedStatements());
                HttpClient http = HttpClient.newHttpClient()) {
            long portNanos = 0;
            long rawNanos = 0;
            int rounds = (options.inserts() + ROUND - 1) / ROUND;
            // The first rounds warm up.
            for (int round = -2; round < rounds; round++) {
                List<LogEntry> entries = Entries.of(ROUND, options.seed() * 1_000 + round);
                for (int i = 0; i < ROUND; i += size) {
                    List<LogEntry> batch = entries.subList(i, i + size);
                    recorder.insert(batch).block(Measurement.PATIENCE);
                    List<HttpRequest> requests = proxy.take().stream()
                            .filter(one -> one.uri()
                                    .getRawQuery()
                                    .toLowerCase(Locale.ROOT)
                                    .contains("insert"))
                            .map(one -> one.to(RECORDED, RAW).request())
                            .toList();
                    long start = System.nanoTime();
                    port.insert(batch).block(Measurement.PATIENCE);
                    long between = System.nanoTime();
                    for (HttpRequest request : requests) {
                        HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
                        if (response.statusCode() != 200) {
                            throw new IllegalStateException(response.body());
                        }
                    }
                    if (round >= 0) {
                        portNanos += between - start;
                        rawNanos += System.nanoTime() - between;
                    }
                }
            }
            long stored = Long.parseLong(
                    server.query(RAW, "select count() from attempts").strip());
            if (stored != (rounds + 2L) * ROUND) {
                throw new IllegalStateException("attempts: %d (expected: %d)".formatted(stored, (rounds + 2L) * ROUND));
            }
            return List.of(
                    figures("the port, batches of %,d".formatted(size), rounds, portNanos, rawNanos),
                    figures("its requests again, %,d".formatted(size), rounds, rawNanos, rawNanos));
        } finally {
            server.drop(PORT);
            server.drop(RAW);
            server.drop(RECORDED);
        }
    }

    private static InsertFigures figures(String way, int rounds, long nanos, long fastest) {
        return new InsertFigures(STORE, way, (double) rounds * ROUND * NANOS / nanos, (double) fastest / nanos);
    }

    private ClickHouseInserts() {}
}
