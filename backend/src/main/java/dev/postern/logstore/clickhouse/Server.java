package dev.postern.logstore.clickhouse;

import com.clickhouse.client.api.Client;
import com.clickhouse.client.api.ClientConfigProperties;
import com.clickhouse.client.api.ServerException;
import com.clickhouse.client.api.insert.InsertSettings;
import com.clickhouse.client.api.query.QueryResponse;
import com.clickhouse.client.api.query.QuerySettings;
import com.clickhouse.data.ClickHouseFormat;
import dev.postern.logstore.PayloadBudget;
import dev.postern.logstore.PayloadBudgetExceededException;
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

    /** As ClickHouse's settings have it. */
    private static final long NO_LIMIT = 0;

    private static final long BYTES_PER_CHARACTER = 4;
    private static final long BESIDES = 64L * 1024 * 1024;

    /** ClickHouse's TOO_MANY_ROWS_OR_BYTES. */
    private static final int TOO_MANY_BYTES = 396;

    /** What a server's profile could make end an answer early, as if it were whole. */
    private static final List<String> OVERFLOWS = List.of(
            "timeout_overflow_mode",
            "read_overflow_mode",
            "result_overflow_mode",
            "group_by_overflow_mode",
            "sort_overflow_mode",
            "distinct_overflow_mode",
            "set_overflow_mode");

    private final Driver driver;
    private final Limits limits;
    private final Lane reads;
    private final Lane counts;
    private final Lane inserts;

    Server(ClickHouseLogStoreSettings settings) {
        limits = settings.limits();
        Duration silence = limits.statementTimeout().plus(SILENCE);
        driver = new Driver(() -> new Client.Builder()
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
                .build());
        reads = new Lane("clickhouse-read", limits.maxReads(), limits.maxWaiting(), driver::cancel);
        counts = new Lane("clickhouse-count", limits.maxCounts(), limits.maxWaiting(), driver::cancel);
        inserts = new Lane("clickhouse-insert", limits.maxInserts(), limits.maxWaiting(), driver::cancel);
    }

    /** The statement's rows, all of them or an error. */
    <T> Mono<List<T>> query(Statement statement, RowMapper<T> mapper) {
        return read(reads, statement, mapper, limits.statementTimeout(), NO_LIMIT);
    }

    /**
     * The same, of a statement whose rows may be large.
     *
     * @param budget what the mapper takes from; the server, too, gives up where the answer can't be within it
     */
    <T> Mono<List<T>> query(Statement statement, RowMapper<T> mapper, PayloadBudget budget) {
        return read(reads, statement, mapper, limits.statementTimeout(), bytes(budget))
                .onErrorMap(
                        ServerException.class, error -> error.getCode() == TOO_MANY_BYTES ? budget.refusal() : error);
    }

    /**
     * The rows of a statement that may be slow: it has places of its own, so that pages don't wait for it.
     *
     * @param deadline after which it is broken off, by the server or while it waits for its place
     */
    <T> Mono<List<T>> count(Statement statement, RowMapper<T> mapper, Duration deadline) {
        return read(counts, statement, mapper, deadline, NO_LIMIT);
    }

    private <T> Mono<List<T>> read(
            Lane lane, Statement statement, RowMapper<T> mapper, Duration deadline, long maxBytes) {
        return lane.run(
                call -> driver.use(client -> {
                    QueryResponse response = client.query(
                                    statement.sql(),
                                    statement.arguments().values(),
                                    settings(call, statement, deadline.minus(call.age()), maxBytes))
                            .get();
                    try (InputStream in = new BufferedInputStream(response.getInputStream(), BUFFER)) {
                        return rows(call, new RowReader(in), mapper);
                    } finally {
                        response.close();
                    }
                }),
                deadline);
    }

    private <T> List<T> rows(Lane.Call<?> call, RowReader reader, RowMapper<T> mapper) throws IOException {
        List<T> rows = new ArrayList<>();
        try {
            while (!call.cancelled() && reader.hasNext()) {
                rows.add(mapper.map(reader));
            }
        } catch (PayloadBudgetExceededException e) {
            // Before the answer is closed: that would read the rest of it.
            driver.cancel(call.id());
            throw e;
        }
        return rows;
    }

    private static QuerySettings settings(Lane.Call<?> call, Statement statement, Duration left, long maxBytes) {
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
        if (maxBytes != NO_LIMIT) {
            // Its rows are sorted and kept until they are all there: the server's memory has an end, too.
            settings.serverSetting("max_bytes_to_sort", String.valueOf(maxBytes));
            settings.serverSetting("max_result_bytes", String.valueOf(maxBytes));
        }
        OVERFLOWS.forEach(mode -> settings.serverSetting(mode, "throw"));
        return settings;
    }

    /** More than the characters can take, with what else rows have; what is beyond the pages may be large. */
    private static long bytes(PayloadBudget budget) {
        long most = (Long.MAX_VALUE - BESIDES) / BYTES_PER_CHARACTER;
        return budget.characters() > most ? NO_LIMIT : BYTES_PER_CHARACTER * budget.characters() + BESIDES;
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
        return inserts.run(call -> driver.use(client -> {
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
                }))
                .then();
    }

    @Override
    public void close() {
        reads.close();
        counts.close();
        inserts.close();
        driver.close();
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
