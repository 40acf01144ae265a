package dev.postern.migrations;

import static dev.postern.migrations.Servers.execute;
import static dev.postern.migrations.Servers.query;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.postern.migrations.MigrationResult.Applied;
import dev.postern.migrations.MigrationResult.Faulty;
import dev.postern.migrations.MigrationResult.Planned;
import dev.postern.migrations.MigrationResult.Refused;
import dev.postern.migrations.MigrationResult.Verified;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresMigrationsTest {

    private static final String CATALOGUE = """
            select t.relname, a.attnum - (select count(*) from pg_attribute d
                where d.attrelid = t.oid and d.attisdropped and d.attnum between 1 and a.attnum), a.attname,
                format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' else 'null' end,
                coalesce(pg_get_expr(e.adbin, e.adrelid), '-')
            from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
            left join pg_attrdef e on e.adrelid = t.oid and e.adnum = a.attnum
            where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')
            and t.relname in ('events', 'attempts', 'schema_migrations') order by 1, 2""";

    private static final String INDEXES =
            "select replace(indexdef, 'public.', '') from pg_indexes where schemaname = 'public'"
                    + " and tablename in ('events', 'attempts', 'schema_migrations') order by indexname";

    private final PostgresUrl database = Servers.emptyDatabase();

    /** A first start: what another system's tools expect to find is found, to the letter. */
    @Test
    void apply_givesOutpostsTables() {
        assertThat(migrator().apply())
                .isInstanceOfSatisfying(
                        Applied.class,
                        applied -> assertThat(applied.steps())
                                .extracting(Step::name)
                                .containsExactly("10", "11"));

        assertThat(query(database, CATALOGUE))
                .containsExactly(
                        "attempts 1 id text not null -",
                        "attempts 2 event_id text not null -",
                        "attempts 3 destination_id text not null -",
                        "attempts 4 status text not null -",
                        "attempts 5 time timestamp with time zone not null -",
                        "attempts 6 code text null -",
                        "attempts 7 response_data text null -",
                        "attempts 8 manual boolean not null false",
                        "attempts 9 attempt_number integer not null 0",
                        "attempts 10 tenant_id text not null -",
                        "attempts 11 topic text not null -",
                        "attempts 12 event_time timestamp with time zone not null -",
                        "attempts 13 eligible_for_retry boolean not null -",
                        "attempts 14 event_data text not null -",
                        "attempts 15 event_metadata jsonb not null -",
                        "attempts 16 destination_type text not null ''::text",
                        "attempts 17 latency_ms integer null -",
                        "events 1 id text not null -",
                        "events 2 tenant_id text not null -",
                        "events 3 time timestamp with time zone not null -",
                        "events 4 topic text not null -",
                        "events 5 eligible_for_retry boolean not null -",
                        "events 6 data text not null -",
                        "events 7 metadata jsonb not null -",
                        "events 8 matched_destination_ids text[] not null '{}'::text[]",
                        "schema_migrations 1 version bigint not null -",
                        "schema_migrations 2 dirty boolean not null -");
        assertThat(query(database, INDEXES))
                .containsExactly(
                        "CREATE UNIQUE INDEX attempts_pkey ON ONLY attempts USING btree (\"time\", id)",
                        "CREATE INDEX events_matched_destination_ids_idx ON ONLY events USING gin (matched_destination_ids)",
                        "CREATE UNIQUE INDEX events_pkey ON ONLY events USING btree (\"time\", id)",
                        "CREATE INDEX idx_attempts_event_time ON ONLY attempts USING btree (event_id, \"time\" DESC, id DESC)",
                        "CREATE INDEX idx_attempts_id ON ONLY attempts USING btree (id)",
                        "CREATE INDEX idx_attempts_tenant_dest_time ON ONLY attempts USING btree (tenant_id, destination_id, \"time\" DESC, id DESC)",
                        "CREATE INDEX idx_attempts_tenant_desttype_time ON ONLY attempts USING btree (tenant_id, destination_type, \"time\" DESC, id DESC)",
                        "CREATE INDEX idx_attempts_tenant_status_time ON ONLY attempts USING btree (tenant_id, status, \"time\" DESC, id DESC)",
                        "CREATE INDEX idx_attempts_tenant_time ON ONLY attempts USING btree (tenant_id, \"time\" DESC, id DESC)",
                        "CREATE INDEX idx_attempts_tenant_topic_time ON ONLY attempts USING btree (tenant_id, topic, \"time\" DESC, id DESC)",
                        "CREATE INDEX idx_events_id ON ONLY events USING btree (id)",
                        "CREATE INDEX idx_events_tenant_time ON ONLY events USING btree (tenant_id, \"time\" DESC, id DESC)",
                        "CREATE INDEX idx_events_tenant_topic_time ON ONLY events USING btree (tenant_id, topic, \"time\" DESC, id DESC)",
                        "CREATE UNIQUE INDEX schema_migrations_pkey ON schema_migrations USING btree (version)");
        assertThat(query(
                        database,
                        "select inhrelid::regclass::text, inhparent::regclass, pg_get_expr(relpartbound, oid)"
                                + " from pg_inherits join pg_class on oid = inhrelid where relkind = 'r' order by 1"))
                .containsExactly("attempts_default attempts DEFAULT", "events_default events DEFAULT");
        assertThat(query(database, "select * from schema_migrations")).containsExactly("11 f");
    }

    /** A second start, or a rolling deployment that applies on every node. */
    @Test
    void apply_twice_doesNothingMore() {
        migrator().apply();

        assertThat(migrator().apply()).isEqualTo(new Applied(List.of()));
        assertThat(migrator().plan()).isEqualTo(new Planned(List.of()));
        assertThat(migrator().verify()).isEqualTo(new Verified());
    }

    @Test
    void plan_changesNothing() {
        assertThat(migrator().plan())
                .isInstanceOfSatisfying(
                        Planned.class,
                        planned -> assertThat(planned.steps())
                                .extracting(Step::name)
                                .containsExactly("10", "11"));
        assertThat(migrator().pending()).hasSize(2);

        assertThat(query(database, "select relname from pg_class where relnamespace = 'public'::regnamespace"))
                .isEmpty();
    }

    /** An operator's database that holds other things beside, an extension's views say. */
    @Test
    void apply_besideStrangersTables_leavesThemAlone() {
        execute(database, "create table invoices (id int)", "insert into invoices values (7)");

        assertThat(migrator().apply()).isInstanceOf(Applied.class);

        assertThat(query(database, "select id from invoices")).containsExactly("7");
    }

    /** Moving over from Outpost, to the version before ours. */
    @Test
    void apply_onOutpostsDatabase_keepsItsRowsAndAddsWhatIsMissing() {
        outpostDatabase(10, false);

        assertThat(migrator().plan())
                .isInstanceOfSatisfying(
                        Planned.class,
                        planned -> assertThat(planned.steps())
                                .extracting(Step::name)
                                .containsExactly("10", "11"));
        assertThat(migrator().apply()).isInstanceOf(Applied.class);

        assertThat(query(
                        database, "select id, topic, data, metadata, matched_destination_ids, xmin = xmin from events"))
                .containsExactly("evt_1 user.created {\"b\":1,  \"a\":2} {\"k\": \"v\"} {des_1,des_2} t");
        assertThat(query(database, "select id, status, code, response_data, attempt_number, latency_ms from attempts"))
                .containsExactly("atm_1 failed null null 1 null");
        assertThat(query(database, "select * from schema_migrations")).containsExactly("11 f");
        assertThat(migrator().verify()).isEqualTo(new Verified());
        assertThat(migrator().apply()).isEqualTo(new Applied(List.of()));
    }

    /** Moving over from Outpost 1.6 or later: it is adopted, which is said once, and its own version stays. */
    @ParameterizedTest
    @ValueSource(ints = {11, 12})
    void apply_onOutpostsNewerDatabase_changesNothing(int version) {
        outpostDatabase(version, false);
        Step adoption = new Step(Step.Store.POSTGRES, "11", "adopt what Outpost migrated up to here");

        assertThat(migrator().plan()).isEqualTo(new Planned(List.of(adoption)));
        // A server may start on it all the same.
        assertThat(migrator().pending()).isEmpty();
        assertThat(migrator().apply()).isEqualTo(new Applied(List.of(adoption)));
        assertThat(migrator().apply()).isEqualTo(new Applied(List.of()));

        assertThat(query(database, "select * from schema_migrations")).containsExactly(version + " f");
        assertThat(migrator().verify()).isEqualTo(new Verified());
    }

    /** Outpost's migration was killed. */
    @Test
    void apply_onDirtyDatabase_refusesAndNamesOutpostsTool() {
        outpostDatabase(10, true);

        assertRefused("schema_migrations says dirty", "outpost migrate");
    }

    @Test
    void apply_onOldOutpost_refusesAndNamesOutpostsTool() {
        outpostDatabase(9, false);

        assertRefused("version 9 (expected: 10..12)", "outpost migrate apply");
    }

    @Test
    void apply_onUnknownOutpost_refuses() {
        outpostDatabase(13, false);

        assertRefused("version 13", "newer Postern");
    }

    /** POSTGRES_URL points at some other application's database. */
    @Test
    void apply_onStrangersDatabase_refuses() {
        execute(database, "create table schema_migrations (version varchar primary key)");
        assertRefused("'schema_migrations' is not Outpost's");

        execute(database, "drop table schema_migrations", "create table events (id serial)");
        assertRefused("they are not Outpost's");
    }

    /** Outpost was started on the database and stopped before it had done anything. */
    @Test
    void apply_afterOutpostsFalseStart_startsAfresh() {
        execute(
                database,
                "create table schema_migrations (version bigint not null primary key, dirty boolean not null)");

        assertThat(migrator().apply()).isInstanceOf(Applied.class);
        assertThat(migrator().verify()).isEqualTo(new Verified());
    }

    /** Two nodes are started at the same moment with `migrate apply` before them. */
    @Test
    void apply_inSeveralProcessesAtOnce_happensOnce() throws InterruptedException, ExecutionException {
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<MigrationResult>> results = threads.invokeAll(List.of(
                    () -> migrator().apply(),
                    () -> migrator().apply(),
                    () -> migrator().apply(),
                    () -> migrator().apply()));
            int steps = 0;
            for (Future<MigrationResult> result : results) {
                assertThat(result.get()).isInstanceOf(Applied.class);
                steps += ((Applied) result.get()).steps().size();
            }
            assertThat(steps).isEqualTo(2);
        }
        assertThat(migrator().verify()).isEqualTo(new Verified());
    }

    /** Somebody else's migration doesn't end. */
    @Test
    void apply_whileLocked_givesUpAfterAWhile() throws java.sql.SQLException {
        try (var other = java.sql.DriverManager.getConnection(database.jdbcUrl(), database.user(), "");
                var statement = other.createStatement()) {
            statement.execute("select pg_advisory_lock(" + 0x706f737465726eL + ")");
            var impatient = new MigratorSettings(
                    Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofMillis(50), Duration.ofHours(1));

            assertThat(new Migrator(database, null, impatient, Servers.CLOCK).apply())
                    .isInstanceOfSatisfying(
                            Refused.class,
                            refused -> assertThat(refused.reason()).contains("another migration has been running"));
        }
    }

    /** An operator dropped an index to save space, and changed a type by hand. */
    @Test
    void verify_tellsWhatIsMissing() {
        migrator().apply();
        execute(
                database,
                "drop index idx_attempts_tenant_dest_time",
                "alter table events alter column data type jsonb using data::jsonb");

        assertThat(migrator().verify())
                .isEqualTo(new Faulty(List.of(
                        "POSTGRES: column events.data is jsonb (expected: text)",
                        "POSTGRES: index idx_attempts_tenant_dest_time is absent or invalid")));
    }

    /** All its columns are missing, which says less. */
    @Test
    void verify_beforeApply_saysSoInALine() {
        assertThat(migrator().verify())
                .isEqualTo(new Faulty(
                        List.of("POSTGRES: the database has not been migrated (expected: after migrate apply)")));
    }

    @Test
    void verify_onOutpostsOlderDatabase_tellsWhatIsPending() {
        outpostDatabase(10, false);

        assertThat(migrator().verify())
                .isInstanceOfSatisfying(
                        Faulty.class,
                        faulty -> assertThat(faulty.faults())
                                .anyMatch(fault -> fault.startsWith("POSTGRES: migration 11 (")));
    }

    /** A wrong password, or a server that is down: one line without secrets. */
    @Test
    void everyCommand_withoutServer_refusesWithoutShowingThePassword() {
        Migrator unreachable = new Migrator(
                PostgresUrl.parse("postgres://ann:hunter2@localhost:1/x"),
                null,
                MigratorSettings.DEFAULT,
                Servers.CLOCK);

        for (MigrationResult result : List.of(unreachable.plan(), unreachable.apply(), unreachable.verify())) {
            assertThat(result)
                    .isInstanceOfSatisfying(
                            Refused.class,
                            refused -> assertThat(refused.reason())
                                    .startsWith("PostgreSQL localhost:1/x: ")
                                    .doesNotContain("hunter2"));
        }
        assertThatThrownBy(unreachable::pending).isInstanceOf(MigrationException.class);
    }

    private Migrator migrator() {
        return new Migrator(database, null, MigratorSettings.DEFAULT, Servers.CLOCK);
    }

    private void assertRefused(String... parts) {
        List<String> before = query(database, CATALOGUE);
        for (MigrationResult result :
                List.of(migrator().plan(), migrator().apply(), migrator().verify())) {
            assertThat(result)
                    .isInstanceOfSatisfying(
                            Refused.class,
                            refused ->
                                    assertThat(refused.reason()).contains(parts).contains(database.database()));
        }
        assertThat(query(database, CATALOGUE)).isEqualTo(before);
    }

    /** Makes what Outpost's migrations up to a version leave behind, with a row in each table. */
    private void outpostDatabase(int version, boolean dirty) {
        execute(database, resource("/postgres/V10__log.sql"));
        if (version >= 11) {
            execute(database, "alter table attempts add latency_ms integer");
        }
        if (version >= 12) {
            execute(
                    database,
                    "alter table events add schema_valid boolean",
                    "alter table attempts add schema_valid boolean");
        }
        execute(
                database,
                "update schema_migrations set version = %d, dirty = %s".formatted(version, dirty),
                "insert into events values ('evt_1', 't1', '2026-01-01T00:00:00.123456Z', 'user.created', true,"
                        + " '{\"b\":1,  \"a\":2}', '{\"k\":\"v\"}', '{des_1,des_2}')",
                "insert into attempts values ('atm_1', 'evt_1', 'des_1', 'failed', '2026-01-01T00:00:01.123456Z', null,"
                        + " 'null', false, 1, 't1', 'user.created', '2026-01-01T00:00:00.123456Z', true,"
                        + " '{\"b\":1,  \"a\":2}', '{}', 'webhook')");
    }

    private static String resource(String name) {
        try (InputStream in = PostgresMigrationsTest.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
