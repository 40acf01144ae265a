package dev.postern.logstore.clickhouse;

import com.clickhouse.client.api.Client;
import com.clickhouse.client.api.ClientConfigProperties;
import com.clickhouse.client.api.insert.InsertSettings;
import com.clickhouse.client.api.query.QueryResponse;
import com.clickhouse.client.api.query.QuerySettings;
import com.clickhouse.data.ClickHouseFormat;
import dev.postern.logstore.clickhouse.ClickHouseLogStoreSettings.Limits;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * The one way to ClickHouse: statements of parameters, answered whole, and inserts of rows. Each blocks a thread
 * of {@link Lane}, never the caller's.
 */
final class Server implements AutoCloseable {

    /** How much longer than the server's own deadline a silent connection is waited for. */
    private static final Duration SILENCE = Duration.ofSeconds(5);

    /** From how many characters on values don't go into the address, whose length servers and proxies limit. */
    private static final int LONG = 2_000;

    private static final int BUFFER = 64 * 1024;

    /** What a server's profile could make end an answer early, as if it were whole. */
    private static final List<String> OVERFLOWS = List.of(
            "timeout_overflow_mode",
            "read_overflow_mode",
            "result_overflow_mode",
            "group_by_overflow_mode",
            "sort_overflow_mode",
            "distinct_overflow_mode",
            "set_overflow_mode");

    private final Client client;
    private final Limits limits;
    private final Lane reads;
    private final Lane counts;
    private final Lane inserts;

    Server(ClickHouseLogStoreSettings settings) {
        limits = settings.limits();
        Duration silence = limits.statementTimeout().plus(SILENCE);
        client = new Client.Builder()
                .addEndpoint(settings.http().toString())
                .setUsername(settings.user())
                .setPassword(settings.password())
                .setDefaultDatabase(settings.database())
                .setClientName("postern")
                .setMaxConnections(limits.maxReads() + limits.maxCounts() + limits.maxInserts())
                .setConnectTimeout(limits.connectTimeout().toMillis(), ChronoUnit.MILLIS)
                .setSocketTimeout(silence.toMillis(), ChronoUnit.MILLIS)
                .compressServerResponse(true)
                .compressClientRequest(true)
                .setMaxRetries(0)
                .build();
        reads = new Lane("clickhouse-read", limits.maxReads(), limits.maxWaiting(), client::cancelTransportRequest);
        counts = new Lane("clickhouse-count", limits.maxCounts(), limits.maxWaiting(), client::cancelTransportRequest);
        inserts =
                new Lane("clickhouse-insert", limits.maxInserts(), limits.maxWaiting(), client::cancelTransportRequest);
    }

    /** The statement's rows, all of them or an error. */
    <T> Mono<List<T>> query(Statement statement, RowMapper<T> mapper) {
        return read(reads, statement, mapper, limits.statementTimeout());
    }

    /**
     * The rows of a statement that may be slow: it has places of its own, so that pages don't wait for it.
     *
     * @param deadline after which it is broken off, by the server or while it waits for its place
     */
    <T> Mono<List<T>> count(Statement statement, RowMapper<T> mapper, Duration deadline) {
        return read(counts, statement, mapper, deadline);
    }

    private <T> Mono<List<T>> read(Lane lane, Statement statement, RowMapper<T> mapper, Duration deadline) {
        return lane.run(
                call -> {
                    QueryResponse response = client.query(
                                    statement.sql(),
                                    statement.arguments().values(),
                                    settings(call, statement, deadline.minus(call.age())))
                            .get();
                    try (InputStream in = new BufferedInputStream(response.getInputStream(), BUFFER)) {
                        RowReader reader = new RowReader(in);
                        List<T> rows = new ArrayList<>();
                        while (!call.cancelled() && reader.hasNext()) {
                            rows.add(mapper.map(reader));
                        }
                        return rows;
                    } finally {
                        response.close();
                    }
                },
                deadline);
    }

    private static QuerySettings settings(Lane.Call<?> call, Statement statement, Duration left) {
        QuerySettings settings = new QuerySettings()
                .setQueryId(call.id())
                .setFormat(ClickHouseFormat.RowBinary)
                .serverSetting("max_execution_time", seconds(left))
                // It can't change anything, and the server ends it when the caller has gone.
                .serverSetting("readonly", "2")
                .serverSetting("cancel_http_readonly_queries_on_client_close", "1")
                // With FINAL an index alone could hide the version that counts; exact mode reads its other versions.
                .serverSetting("use_skip_indexes_if_final", "1")
                .serverSetting("use_skip_indexes_if_final_exact_mode", "1")
                // An error after the first rows comes as an error, not as bytes that look like rows.
                .waitEndOfQuery(true)
                .setOption(
                        ClientConfigProperties.HTTP_SEND_PARAMS_IN_BODY.getKey(),
                        statement.arguments().length() > LONG);
        settings.setNetworkTimeout(left.plus(SILENCE).toMillis(), ChronoUnit.MILLIS);
        OVERFLOWS.forEach(mode -> settings.serverSetting(mode, "throw"));
        return settings;
    }

    /** With its fraction, which the client's own option has no place for; zero would be no limit at all. */
    private static String seconds(Duration time) {
        return BigDecimal.valueOf(Math.max(1, time.toMillis()), 3).toPlainString();
    }

    /**
     * Inserts the rows that are written, all in one statement.
     *
     * @param table its name as it stands in SQL
     */
    Mono<Void> insert(String table, List<String> columns, RowsWriter rows) {
        return inserts.run(call -> {
                    InsertSettings settings = new InsertSettings()
                            .setQueryId(call.id())
                            // Answered when it is stored, not when it is taken in.
                            .serverSetting("async_insert", "0")
                            // A batch may hold times of any months.
                            .serverSetting("max_partitions_per_insert_block", "0");
                    client.insert(
                                    table,
                                    columns,
                                    out -> {
                                        BufferedOutputStream buffer = new BufferedOutputStream(out, BUFFER);
                                        rows.write(new RowWriter(buffer));
                                        buffer.flush();
                                    },
                                    ClickHouseFormat.RowBinary,
                                    settings)
                            .get()
                            .close();
                    return true;
                })
                .then();
    }

    @Override
    public void close() {
        reads.close();
        counts.close();
        inserts.close();
        client.close();
    }

    /** From the next row's bytes, all of them, to a value. */
    @FunctionalInterface
    interface RowMapper<T> {
        T map(RowReader row) throws IOException;
    }

    /** Writes an insert's rows. */
    @FunctionalInterface
    interface RowsWriter {
        void write(RowWriter out) throws IOException;
    }
}
