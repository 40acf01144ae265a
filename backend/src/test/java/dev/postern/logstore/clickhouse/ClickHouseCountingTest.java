package dev.postern.logstore.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.logstore.DeliveryFilter;
import dev.postern.logstore.DeliveryMetricsQuery;
import dev.postern.logstore.DeliveryMetricsQuery.Measure;
import dev.postern.logstore.Granularity;
import dev.postern.logstore.Metrics;
import dev.postern.logstore.MetricsLimits;
import dev.postern.logstore.MetricsReader.DeliveryPoint;
import dev.postern.logstore.MetricsTimeoutException;
import dev.postern.logstore.MetricsWindow;
import dev.postern.logstore.clickhouse.ClickHouseLogStoreSettings.Limits;
import dev.postern.migrations.ClickHouseTarget;
import dev.postern.servers.TestClickHouse;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.test.StepVerifier;

/** What ClickHouse does while it counts, and when it is to stop. */
class ClickHouseCountingTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Three seconds for each row whose status is looked at. */
    private static final String[] SLOW = {
        "alter table attempts drop projection postern_by_tenant",
        "alter table attempts drop projection postern_by_event",
        "alter table attempts drop index idx_status",
        "alter table attempts drop column status",
        "alter table attempts add column status String alias if(sleepEachRow(3) = 0, 'success', '')"
    };

    private ClickHouseTarget database;
    private ClickHouseLogStore store;

    @BeforeEach
    void seed() {
        database = TestClickHouse.database();
        store = new ClickHouseLogStore(ClickHouseLogStoreTest.settings(database, Limits.DEFAULT));
        TestClickHouse.execute(
                database,
                "insert into attempts (event_id, tenant_id, destination_id, topic, event_time, attempt_id, status,"
                        + " attempt_time, latency_ms) select toString(number), 't1', 'des_1', 'topic',"
                        + " attempt_time, toString(number), 'success',"
                        + " addMonths(toDateTime64('2024-01-01 00:00:00', 3, 'UTC'), number) as attempt_time, 5"
                        + " from numbers(30)");
    }

    @AfterEach
    void disconnect() {
        if (store != null) {
            store.close();
        }
    }

    /** Somebody asks for a year of everything: the database must not go on after nobody waits. */
    @Test
    void count_beyondItsDeadline_endsInTheDatabase() {
        TestClickHouse.execute(database, SLOW);

        StepVerifier.create(store.countDeliveries(successes(Duration.ofMillis(200))))
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(MetricsTimeoutException.class)
                        .hasMessageContaining("PT0.2S"))
                .verify(PATIENCE);

        await().until(() -> running() == 0);
    }

    /** The browser is closed, or the request as a whole takes too long. */
    @Test
    void count_thatNobodyWaitsFor_endsInTheDatabase() {
        TestClickHouse.execute(database, SLOW);
        Disposable count =
                store.countDeliveries(successes(Duration.ofMinutes(5))).subscribe();
        await().until(() -> running() == 1);

        count.dispose();

        await().until(() -> running() == 0);
        assertThat(count(EnumSet.of(Measure.COUNT)).count()).isEqualTo(30);
    }

    /** An Outpost before 1.6 made the tables. */
    @Test
    void withoutTheLatencyColumn_everythingElseIsCounted() {
        TestClickHouse.execute(database, "alter table attempts drop column latency_ms");

        DeliveryPoint point = count(EnumSet.allOf(Measure.class));

        assertThat(point.count()).isEqualTo(30);
        assertThat(point.latencyP50()).isNull();
        assertThat(point.latencyP99()).isNull();
        assertThat(count(EnumSet.of(Measure.LATENCY_P95)).latencyP95()).isNull();
    }

    /** A chart of a month reads that month, however long the history is. */
    @Test
    void count_readsTheWindowAlone() {
        MetricsWindow month = new MetricsWindow(
                Instant.parse("2025-03-01T00:00:00Z"),
                Instant.parse("2025-04-01T00:00:00Z"),
                Granularity.of(Duration.ofDays(1)));
        Statement statement = MetricsStatement.of(
                new DeliveryMetricsQuery(
                        month, List.of(), Set.of(Measure.COUNT), DeliveryFilter.ANY, new MetricsLimits(100, PATIENCE)),
                true,
                "");

        try (Server server = new Server(ClickHouseLogStoreTest.settings(database, Limits.DEFAULT))) {
            assertThat(String.join(
                            "\n",
                            Objects.requireNonNull(server.query(
                                            new Statement(
                                                    "explain indexes = 1 " + statement.sql(), statement.arguments()),
                                            RowReader::text)
                                    .block(PATIENCE))))
                    .contains("PrimaryKey", "Parts: 1/30");
        }
    }

    /** Sorting for quantiles costs more than all the rest. */
    @Test
    void statement_hasNothingThatWasNotAskedFor() {
        assertThat(MetricsStatement.of(successes(PATIENCE), true, "").sql())
                .contains("countIf", "final")
                .doesNotContain("quantile", "avg", "attempt_number", "manual");
    }

    private static DeliveryMetricsQuery successes(Duration deadline) {
        return query(Set.of(Measure.SUCCESSES), deadline);
    }

    private static DeliveryMetricsQuery query(Set<Measure> measures, Duration deadline) {
        return new DeliveryMetricsQuery(
                new MetricsWindow(Instant.parse("2024-01-01T00:00:00Z"), Instant.parse("2027-01-01T00:00:00Z"), null),
                List.of(),
                measures,
                DeliveryFilter.ANY,
                new MetricsLimits(10, deadline));
    }

    private DeliveryPoint count(Set<Measure> measures) {
        Metrics<DeliveryPoint> metrics = Objects.requireNonNull(
                store.countDeliveries(query(measures, PATIENCE)).block(PATIENCE));
        return metrics.points().getFirst();
    }

    /** How many counts the server has at work. */
    private int running() {
        return Integer.parseInt(TestClickHouse.query(
                        database,
                        "select count() from system.processes where current_database = currentDatabase()"
                                + " and query like '%countIf(%' and query not like '%system.processes%'")
                .strip());
    }
}
