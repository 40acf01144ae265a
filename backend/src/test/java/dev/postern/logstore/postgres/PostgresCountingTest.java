package dev.postern.logstore.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.logstore.DeliveryFilter;
import dev.postern.logstore.DeliveryMetricsQuery;
import dev.postern.logstore.DeliveryMetricsQuery.Measure;
import dev.postern.logstore.EventFilter;
import dev.postern.logstore.EventMetricsQuery;
import dev.postern.logstore.Granularity;
import dev.postern.logstore.Metrics;
import dev.postern.logstore.MetricsLimits;
import dev.postern.logstore.MetricsReader.DeliveryPoint;
import dev.postern.logstore.MetricsReader.EventPoint;
import dev.postern.logstore.MetricsTimeoutException;
import dev.postern.logstore.MetricsWindow;
import dev.postern.migrations.PostgresUrl;
import dev.postern.model.TimeRange;
import dev.postern.servers.TestPostgres;
import io.r2dbc.pool.ConnectionPool;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.test.StepVerifier;

/** What PostgreSQL does while it counts, and when it is to stop. */
class PostgresCountingTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final MetricsWindow HOUR = new MetricsWindow(
            Instant.parse("2026-01-01T01:00:00Z"),
            Instant.parse("2026-01-01T02:00:00Z"),
            Granularity.of(Duration.ofMinutes(10)));

    private final PostgresUrl database = TestPostgres.database();
    private final ConnectionPool connections = PostgresPool.create(one(database));
    private final PostgresLogStore store = new PostgresLogStore(connections, PostgresLogStoreSettings.DEFAULT);

    @AfterEach
    void disconnect() {
        connections.dispose();
    }

    /** Somebody asks for a year of everything: the database must not go on after nobody waits. */
    @Test
    void count_beyondItsDeadline_endsInTheDatabase() throws SQLException {
        try (Connection locking = lock()) {
            StepVerifier.create(store.countEvents(events(Duration.ofMillis(200))))
                    .expectErrorSatisfies(error -> assertThat(error)
                            .isInstanceOf(MetricsTimeoutException.class)
                            .hasMessageContaining("PT0.2S"))
                    .verify(PATIENCE);

            assertThat(waiting()).isZero();
            locking.rollback();
        }
        assertThat(count()).isZero();
    }

    /** The browser is closed, or the request as a whole takes too long. */
    @Test
    void count_thatNobodyWaitsFor_endsInTheDatabase_andItsConnectionIsGoodForMore() throws SQLException {
        try (Connection locking = lock()) {
            Disposable count = store.countEvents(events(PATIENCE)).subscribe();
            await().until(() -> waiting() == 1);

            count.dispose();

            await().until(() -> waiting() == 0);
            locking.rollback();
        }
        assertThat(count()).isZero();
        assertThat(connections.getMetrics().orElseThrow().allocatedSize()).isEqualTo(1);
    }

    /** One statement's limit is not the next one's. */
    @Test
    void deadline_leavesTheConnectionAsItWas() {
        count();

        assertThat(new Database(connections)
                        .query(
                                "select current_setting('statement_timeout') || ' ' || current_setting('plan_cache_mode')",
                                List.of(),
                                row -> String.valueOf(row.get(0, String.class)))
                        .single()
                        .block(PATIENCE))
                .isEqualTo("30s auto");
    }

    /** The log worker of an Outpost before 1.6 shares the database. */
    @Test
    void withoutTheLatencyColumn_everythingElseIsCounted() {
        seed();
        TestPostgres.execute(database, "alter table attempts drop column latency_ms");

        DeliveryPoint point = Objects.requireNonNull(store.countDeliveries(new DeliveryMetricsQuery(
                                new MetricsWindow(HOUR.start(), HOUR.end(), null),
                                List.of(),
                                EnumSet.allOf(Measure.class),
                                DeliveryFilter.ANY,
                                new MetricsLimits(10, PATIENCE)))
                        .block(PATIENCE))
                .points()
                .getFirst();

        assertThat(point.count()).isEqualTo(3_600);
        assertThat(point.latencyP50()).isNull();
        assertThat(point.latencyP99()).isNull();
    }

    /** A tenant's chart reads that tenant's hour, however long the history is. */
    @Test
    void count_readsTheWindowFromAnIndex() {
        seed();
        DeliveryMetricsQuery query = new DeliveryMetricsQuery(
                HOUR,
                List.of(DeliveryMetricsQuery.Dimension.STATUS),
                Set.of(Measure.COUNT),
                filter("t1"),
                new MetricsLimits(10, PATIENCE));

        assertThat(explain(MetricsStatement.of(query, true)))
                .contains("tenant_id_time_id_idx", "Index Cond: ((tenant_id = 't1'::text) AND (\"time\" >= '2026-01-01")
                .doesNotContain("Seq Scan");
    }

    /** Sorting for quantiles costs more than all the rest. */
    @Test
    void statement_hasNothingThatWasNotAskedFor() {
        String sql = MetricsStatement.of(
                        new DeliveryMetricsQuery(
                                HOUR,
                                List.of(),
                                Set.of(Measure.SUCCESSES),
                                DeliveryFilter.ANY,
                                new MetricsLimits(10, PATIENCE)),
                        true)
                .sql();

        assertThat(sql).contains("filter").doesNotContain("percentile_cont", "avg", "attempt_number", "manual");
    }

    private static EventMetricsQuery events(Duration deadline) {
        return new EventMetricsQuery(HOUR, List.of(), EventFilter.ANY, new MetricsLimits(10, deadline));
    }

    private long count() {
        Metrics<EventPoint> metrics =
                Objects.requireNonNull(store.countEvents(events(PATIENCE)).block(PATIENCE));
        assertThat(metrics.points()).hasSize(6);
        return metrics.points().stream().mapToLong(EventPoint::count).sum();
    }

    private static DeliveryFilter filter(String tenant) {
        return new DeliveryFilter(
                Set.of(tenant),
                Set.of(),
                Set.of(),
                Set.of(),
                Set.of(),
                null,
                Set.of(),
                null,
                TimeRange.ANY,
                TimeRange.ANY);
    }

    private static PostgresPoolSettings one(PostgresUrl url) {
        PostgresPoolSettings usual = PostgresPoolSettings.of(
                url.host(), url.port(), url.database(), url.user(), url.password(), url.parameters());
        return new PostgresPoolSettings(
                usual.host(),
                usual.port(),
                usual.database(),
                usual.user(),
                usual.password(),
                usual.parameters(),
                1,
                usual.connectTimeout(),
                usual.acquireTimeout(),
                usual.statementTimeout(),
                usual.preparedStatements());
    }

    /** Makes every count wait until the connection is rolled back. */
    private Connection lock() throws SQLException {
        Connection connection = connect();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("lock table events in access exclusive mode");
        }
        return connection;
    }

    /** How many statements the server has at work on the table. */
    private int waiting() {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from pg_stat_activity where state = 'active'"
                        + " and datname = current_database() and pid <> pg_backend_pid()"
                        + " and query like '%date_bin%'")) {
            rows.next();
            return rows.getInt(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
    }

    private void seed() {
        TestPostgres.execute(
                database,
                "insert into attempts (id, event_id, tenant_id, destination_id, destination_type, topic, status, time,"
                        + " event_time, eligible_for_retry, event_data, event_metadata) select 'atm_' || i, 'evt_' || i,"
                        + " 't' || i % 100, 'des_1', 'webhook', 'topic', 'success',"
                        + " timestamptz '2026-01-01Z' + i * interval '1 s', now(), true, '{}', '{}'"
                        + " from generate_series(1, 20000) i",
                "analyze attempts");
    }

    private @Nullable String explain(MetricsStatement.Rendered statement) {
        return new Database(connections)
                .query(
                        "explain " + statement.sql(),
                        statement.parameters(),
                        row -> String.valueOf(row.get(0, String.class)),
                        PATIENCE)
                .collectList()
                .map(lines -> String.join("\n", lines))
                .block(PATIENCE);
    }
}
