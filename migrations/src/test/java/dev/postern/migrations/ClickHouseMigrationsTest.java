package dev.postern.migrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.clickhouse.ClickHouseAbsentException;
import dev.postern.clickhouse.ClickHouseAddress;
import dev.postern.clickhouse.SharedClickHouse;
import dev.postern.migrations.MigrationResult.Applied;
import dev.postern.migrations.MigrationResult.Faulty;
import dev.postern.migrations.MigrationResult.Planned;
import dev.postern.migrations.MigrationResult.Refused;
import dev.postern.migrations.MigrationResult.Verified;
import java.io.IOException;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClickHouseMigrationsTest {

    private ClickHouseTarget target;

    @BeforeEach
    void createDatabase() {
        try {
            ClickHouseAddress server = SharedClickHouse.address();
            String database = "m" + UUID.randomUUID().toString().replace("-", "");
            target = target(server, "default", "");
            execute("create database " + database);
            target = target(server, database, "");
        } catch (ClickHouseAbsentException e) {
            System.err.println("NOT RUN: ClickHouse's migrations, because " + e.getMessage());
            Assumptions.abort(String.valueOf(e.getMessage()));
        }
    }

    /** A first start: what another system's tools expect to find is found. */
    @Test
    void apply_givesOutpostsTables() {
        assertThat(migrator().plan())
                .isEqualTo(new Planned(
                        List.of(step("3", "log"), step("4", "attempt latency"), step("4.1", "projections"))));
        assertThat(query("show tables")).isEmpty();

        assertThat(migrator().apply())
                .isEqualTo(new Applied(
                        List.of(step("3", "log"), step("4", "attempt latency"), step("4.1", "projections"))));

        assertThat(query("select name, engine, partition_key, sorting_key from system.tables"
                        + " where database = currentDatabase() and name in ('events', 'attempts') order by name"))
                .containsExactly(
                        "attempts ReplacingMergeTree toYYYYMM(attempt_time) attempt_time, attempt_id",
                        "events ReplacingMergeTree toYYYYMM(event_time) event_time, event_id");
        assertThat(query("select table, expr, type_full from system.data_skipping_indices"
                        + " where database = currentDatabase() order by table, expr"))
                .containsExactly(
                        "attempts attempt_id bloom_filter",
                        "attempts destination_id bloom_filter",
                        "attempts destination_type bloom_filter",
                        "attempts event_id bloom_filter",
                        "attempts status set(100)",
                        "attempts tenant_id bloom_filter",
                        "attempts topic bloom_filter",
                        "events event_id bloom_filter",
                        "events matched_destination_ids bloom_filter",
                        "events tenant_id bloom_filter",
                        "events topic bloom_filter");
        assertThat(query("select version, dirty from schema_migrations order by sequence desc limit 1"))
                .containsExactly("4 0");
        assertThat(migrator().verify()).isEqualTo(new Verified());
    }

    /** A second start, or a rolling deployment that applies on every node. */
    @Test
    void apply_twice_doesNothingMore() {
        migrator().apply();

        assertThat(migrator().apply()).isEqualTo(new Applied(List.of()));
        assertThat(migrator().plan()).isEqualTo(new Planned(List.of()));
    }

    /** Two deployments share a database, as Outpost's may. */
    @Test
    void apply_keepsDeploymentsApart() {
        migrator().apply();
        ClickHouseTarget mine = target;
        target = new ClickHouseTarget(
                mine.host(), mine.port(), false, mine.user(), mine.password(), mine.database(), "green-1");

        assertThat(migrator().apply())
                .isEqualTo(new Applied(
                        List.of(step("3", "log"), step("4", "attempt latency"), step("4.1", "projections"))));

        assertThat(query("show tables like 'green-1%'"))
                .containsExactlyInAnyOrder(
                        "green-1_attempts",
                        "green-1_events",
                        "green-1_postern_schema_history",
                        "green-1_schema_migrations");
        assertThat(migrator().verify()).isEqualTo(new Verified());
    }

    /** Moving over from Outpost, to the version before ours. */
    @Test
    void apply_onOutpostsDatabase_keepsItsRowsAndAddsWhatIsMissing() {
        outpostDatabase(3, false);

        assertThat(migrator().apply())
                .isEqualTo(new Applied(List.of(
                        step("3", "adopt what Outpost migrated up to here"),
                        step("4", "attempt latency"),
                        step("4.1", "projections"))));

        assertThat(query("select attempt_id, status, latency_ms from attempts")).containsExactly("atm_1 failed null");
        assertThat(query("select version, dirty from schema_migrations order by sequence desc limit 1"))
                .containsExactly("4 0");
        assertThat(migrator().verify()).isEqualTo(new Verified());
    }

    /** Moving over from Outpost 1.6 or later: it is adopted, which is said once, and its own version stays. */
    @ParameterizedTest
    @ValueSource(ints = {4, 5})
    void apply_onOutpostsNewerDatabase_addsOursAlone(int version) {
        outpostDatabase(version, false);
        Step adoption = step("4", "adopt what Outpost migrated up to here");

        List<Step> steps = List.of(adoption, step("4.1", "projections"));
        assertThat(migrator().plan()).isEqualTo(new Planned(steps));
        assertThat(migrator().apply()).isEqualTo(new Applied(steps));
        assertThat(migrator().apply()).isEqualTo(new Applied(List.of()));
        assertThat(query("select table, name from system.projections where database = currentDatabase()"))
                .containsExactlyInAnyOrder(
                        "events postern_by_tenant",
                        "events postern_by_id",
                        "attempts postern_by_tenant",
                        "attempts postern_by_event",
                        "attempts postern_by_id");
        assertThat(query("select table, command from system.mutations where database = currentDatabase()"))
                .as("what was there gets them too")
                .filteredOn(mutation -> mutation.contains("MATERIALIZE PROJECTION"))
                .hasSize(5);

        assertThat(query("select version, dirty from schema_migrations order by sequence desc limit 1"))
                .containsExactly(version + " 0");
        assertThat(migrator().verify()).isEqualTo(new Verified());
    }

    /** Rows that were erased before don't come back in what is added. */
    @Test
    void apply_onRowsThatWereDeleted_leavesThemOutOfTheProjections() {
        outpostDatabase(4, false);
        execute(
                "insert into attempts (event_id, tenant_id, attempt_id, status, attempt_time)"
                        + " select 'evt_2', 't1', toString(number), 'failed', '2026-01-01 00:00:02' from numbers(100)",
                "delete from attempts where event_id = 'evt_2' and attempt_id < '50'");

        migrator().apply();

        await().untilAsserted(() -> assertThat(query("select name, sum(rows) from system.projection_parts"
                        + " where active and database = currentDatabase() and table = 'attempts' group by name"))
                .containsExactlyInAnyOrder("postern_by_tenant 55", "postern_by_event 55", "postern_by_id 55"));
    }

    @Test
    void apply_onWhatMustNotBeTouched_refuses() {
        outpostDatabase(4, true);
        assertRefused("schema_migrations says dirty");
        execute("insert into schema_migrations values (2, 0, 8)");
        assertRefused("version 2 (expected: 3..5)");
        execute("insert into schema_migrations values (6, 0, 9)");
        assertRefused("version 6", "newer Postern");
        execute("drop table schema_migrations");
        assertRefused("they are not Outpost's");
        execute("create table schema_migrations (version String) engine = MergeTree order by version");
        assertRefused("'schema_migrations' is not Outpost's");
    }

    /** The machine failed between two statements. */
    @Test
    void apply_afterAnApplyThatWasCutOff_endsIt() {
        migrator().apply();
        execute(
                "delete from postern_schema_history where version in ('3', '4', '4.1')",
                "delete from schema_migrations where true",
                "drop table attempts");

        assertThat(migrator().apply())
                .isEqualTo(new Applied(
                        List.of(step("3", "log"), step("4", "attempt latency"), step("4.1", "projections"))));
        assertThat(migrator().verify()).isEqualTo(new Verified());
    }

    /** The server ran out of disk, say, in the middle of it. */
    @Test
    void apply_afterAnApplyThatFailed_endsIt() {
        migrator().apply();
        execute(
                "delete from postern_schema_history where version in ('4', '4.1')",
                "delete from schema_migrations where version = 4",
                "alter table attempts drop column latency_ms",
                "rename table attempts to set_aside");
        assertThat(migrator().apply()).isInstanceOf(Refused.class);
        execute("rename table set_aside to attempts");

        assertThat(migrator().plan())
                .isEqualTo(new Planned(List.of(step("4", "attempt latency"), step("4.1", "projections"))));
        assertThat(migrator().apply())
                .isEqualTo(new Applied(List.of(step("4", "attempt latency"), step("4.1", "projections"))));

        assertThat(migrator().plan()).isEqualTo(new Planned(List.of()));
        assertThat(migrator().verify()).isEqualTo(new Verified());
    }

    /** All its columns are missing, which says less. */
    @Test
    void verify_beforeApply_saysSoInALine() {
        assertThat(migrator().verify())
                .isEqualTo(new Faulty(
                        List.of("CLICKHOUSE: the database has not been migrated (expected: after migrate apply)")));
    }

    /** Two nodes are started at the same moment with `migrate apply` before them. */
    @Test
    void apply_inSeveralProcessesAtOnce_happensOnce() throws InterruptedException, ExecutionException {
        RedisTarget redis = Servers.emptyRedis();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<MigrationResult>> results = threads.invokeAll(List.of(
                    () -> migrator(redis).apply(),
                    () -> migrator(redis).apply(),
                    () -> migrator(redis).apply(),
                    () -> migrator(redis).apply()));
            for (Future<MigrationResult> result : results) {
                assertThat(result.get()).isInstanceOf(Applied.class);
            }
        }
        assertThat(query("select version from postern_schema_history order by installed_rank"))
                .containsExactly("0", "3", "4", "4.1");
        assertThat(migrator(redis).verify()).isEqualTo(new Verified());
    }

    /** An operator changed things by hand. */
    @Test
    void verify_tellsWhatIsMissing() {
        migrator().apply();
        execute(
                "alter table attempts drop index idx_status",
                "alter table attempts drop projection postern_by_event",
                "alter table events modify column topic Nullable(String)");

        assertThat(migrator().verify())
                .isEqualTo(new Faulty(List.of(
                        "CLICKHOUSE: attempts has no projection postern_by_event",
                        "CLICKHOUSE: attempts.status has no skip index",
                        "CLICKHOUSE: column events.topic is Nullable(String) (expected: String)")));
    }

    /** A wrong address, or a database that nobody made: one line without secrets. */
    @Test
    void everyCommand_withoutServerOrDatabase_refusesWithoutShowingThePassword() {
        ClickHouseTarget there = target;
        target = new ClickHouseTarget("localhost", 1, false, "ann", "hunter2", "x", "");
        assertRefused("ClickHouse localhost:1/x: ");
        target = new ClickHouseTarget(there.host(), there.port(), false, there.user(), there.password(), "nowhere", "");
        assertRefused("no database 'nowhere'", "CREATE DATABASE `nowhere`");
        target = new ClickHouseTarget(there.host(), there.port(), false, "ann", "hunter2", there.database(), "");
        assertRefused("doesn't accept the user 'ann'");
        target = new ClickHouseTarget(
                there.host(), there.port(), true, there.user(), there.password(), there.database(), "");
        assertRefused("no TLS connection", "https");
    }

    /** A server that hangs, or something else behind the port. */
    @Test
    void apply_onWhatNeverAnswers_givesUp() throws IOException {
        try (ServerSocket silent = new ServerSocket(0)) {
            var there = new ClickHouseTarget("localhost", silent.getLocalPort(), false, "ann", "", "x", "");
            var impatient = new MigratorSettings(
                    Duration.ofSeconds(5), Duration.ofMillis(500), Duration.ofSeconds(5), Duration.ofHours(1));

            assertThat(new Migrator(there, null, impatient, Servers.CLOCK).apply())
                    .isInstanceOf(Refused.class);
        }
    }

    private Migrator migrator() {
        return migrator(null);
    }

    private Migrator migrator(@Nullable RedisTarget redis) {
        return new Migrator(target, redis, MigratorSettings.DEFAULT, Servers.CLOCK);
    }

    private void assertRefused(String... parts) {
        for (MigrationResult result :
                List.of(migrator().plan(), migrator().apply(), migrator().verify())) {
            assertThat(result)
                    .isInstanceOfSatisfying(
                            Refused.class,
                            refused -> assertThat(refused.reason())
                                    .contains(parts)
                                    .doesNotContain("hunter2", "\n")
                                    .hasSizeLessThan(600));
        }
    }

    /** Makes what Outpost's migrations up to a version leave behind, with a row. */
    private void outpostDatabase(int version, boolean dirty) {
        migrator().apply();
        execute(
                "drop table postern_schema_history",
                "drop table schema_migrations",
                "create table schema_migrations (version Int64, dirty UInt8, sequence UInt64) engine = TinyLog",
                "insert into schema_migrations values (1, 0, 1), (%d, %d, 7)".formatted(version, dirty ? 1 : 0),
                "drop table events",
                "drop table attempts",
                """
                create table events (
                    event_id String, tenant_id String, topic String, eligible_for_retry Bool,
                    event_time DateTime64(3), metadata String, data String,
                    matched_destination_ids Array(String) default [],
                    index idx_tenant_id tenant_id type bloom_filter granularity 1,
                    index idx_event_id event_id type bloom_filter granularity 1,
                    index idx_topic topic type bloom_filter granularity 1,
                    index idx_matched_destination_ids matched_destination_ids type bloom_filter granularity 1
                ) engine = ReplacingMergeTree partition by toYYYYMM(event_time) order by (event_time, event_id)
                """,
                """
                create table attempts (
                    event_id String, tenant_id String, destination_id String, topic String,
                    eligible_for_retry Bool, event_time DateTime64(3), metadata String, data String,
                    attempt_id String, status String, attempt_time DateTime64(3), code String,
                    response_data String, manual Bool default false, attempt_number UInt32 default 0,
                    destination_type String default '',
                    index idx_tenant_id tenant_id type bloom_filter granularity 1,
                    index idx_destination_id destination_id type bloom_filter granularity 1,
                    index idx_event_id event_id type bloom_filter granularity 1,
                    index idx_attempt_id attempt_id type bloom_filter granularity 1,
                    index idx_topic topic type bloom_filter granularity 1,
                    index idx_status status type set(100) granularity 1,
                    index idx_destination_type destination_type type bloom_filter granularity 1
                ) engine = ReplacingMergeTree partition by toYYYYMM(attempt_time) order by (attempt_time, attempt_id)
                """);
        if (version >= 4) {
            execute("alter table attempts add column latency_ms Nullable(UInt32)");
        }
        if (version > 4) {
            execute("alter table attempts add column schema_valid Nullable(Bool)");
        }
        execute("insert into attempts (event_id, tenant_id, attempt_id, status, attempt_time)"
                + " values ('evt_1', 't1', 'atm_1', 'failed', '2026-01-01 00:00:01.123')");
    }

    private void execute(String... statements) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The rows, their columns joined by blanks. */
    private List<String> query(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            while (row.next()) {
                StringBuilder text = new StringBuilder();
                for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                    text.append(i == 1 ? "" : " ").append(row.getString(i));
                }
                rows.add(text.toString());
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:ch:%s/%s".formatted(target.http(), target.database()), target.user(), target.password());
    }

    private static ClickHouseTarget target(ClickHouseAddress server, String database, String deploymentId) {
        return new ClickHouseTarget(
                server.http().getHost(),
                server.http().getPort(),
                false,
                server.user(),
                server.password(),
                database,
                deploymentId);
    }

    private static Step step(String name, String effect) {
        return new Step(Step.Store.CLICKHOUSE, name, effect);
    }
}
