package dev.postern.logstore.postgres.retention;

import dev.postern.fakes.SettableClock;
import dev.postern.logstore.DeliveryQuery;
import dev.postern.logstore.postgres.PostgresLogStore;
import dev.postern.logstore.postgres.PostgresLogStoreSettings;
import dev.postern.logstore.postgres.PostgresPool;
import dev.postern.logstore.postgres.PostgresPoolSettings;
import dev.postern.migrations.PostgresUrl;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import dev.postern.model.PageRequest;
import dev.postern.servers.TestPostgres;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.spi.ConnectionFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;

/** A log in the tables that Outpost makes, a day to live on, and what tests of its upkeep ask about it. */
abstract class RetentionSetup {

    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final Duration MONTH = Duration.ofDays(30);
    static final Instant NOW = Instant.parse("2026-03-15T12:00:00Z");
    static final List<String> AHEAD = List.of("2026_04", "2026_05", "2026_06");

    /** So that no default partition is small: each goes the way of one that holds years. */
    static final RetentionSettings LARGE = settings(0, 5_000, Duration.ZERO);

    static final RetentionSettings SMALL = RetentionSettings.DEFAULT;

    final PostgresUrl database = TestPostgres.database();
    final SettableClock clock = new SettableClock(NOW);
    final PostgresPoolSettings pool = PostgresPoolSettings.of(
            database.host(),
            database.port(),
            database.database(),
            database.user(),
            database.password(),
            database.parameters());
    final ConnectionFactory own = PostgresPool.unpooled(pool);
    final ConnectionPool connections = PostgresPool.create(pool);
    final PostgresLogStore store = new PostgresLogStore(connections, PostgresLogStoreSettings.DEFAULT);

    @AfterEach
    void disconnect() {
        connections.dispose();
    }

    RetentionReport run(RetentionSettings settings) {
        return Objects.requireNonNull(
                retention(settings).run(MONTH, Instant.MAX).block(PATIENCE));
    }

    PostgresRetention retention(RetentionSettings settings) {
        return new PostgresRetention(own, settings, clock);
    }

    /** … whose statements get so much time under the lock. */
    static RetentionSettings large(Duration scanTimeout) {
        return new RetentionSettings(
                3, 5_000, 1_000, Duration.ZERO, Duration.ofSeconds(3), scanTimeout, Duration.ofMinutes(1), 0);
    }

    static RetentionSettings settings(long smallBytes, int batchRows, Duration pause) {
        return new RetentionSettings(
                3,
                batchRows,
                1_000,
                pause,
                Duration.ofSeconds(3),
                Duration.ofSeconds(5),
                Duration.ofMinutes(1),
                smallBytes);
    }

    void insert(LogEntry... entries) {
        store.insert(List.of(entries)).block(PATIENCE);
    }

    static LogEntry entry(String name, Instant time) {
        Event event = new Event("evt_" + name, "t1", null, List.of("des_1"), "topic", true, time, Map.of(), "{}");
        return new LogEntry(
                event,
                new Delivery(
                        "atm_" + name,
                        "des_1",
                        "webhook",
                        DeliveryStatus.FAILED,
                        time,
                        1,
                        false,
                        "500",
                        "{}",
                        5,
                        event),
                null);
    }

    List<String> deliveries() {
        return Objects.requireNonNull(store.listDeliveries(DeliveryQuery.of("t1", PageRequest.first(1_000)))
                        .block(PATIENCE))
                .items()
                .stream()
                .map(Delivery::id)
                .toList();
    }

    void fence(String table, String month) {
        TestPostgres.execute(
                database,
                "alter table %s_default add constraint postern_fence_%s check (time < '2026-03-01Z') not valid"
                        .formatted(table, month));
    }

    long fences() {
        return count("select count(*) from pg_constraint where conname like 'postern\\_fence%'");
    }

    long searches() {
        return count("select seq_scan from pg_stat_user_tables where relname = 'events_default'");
    }

    long rowsIn(String table) {
        return count("select count(*) from " + table);
    }

    long count(String sql) {
        return Long.parseLong(TestPostgres.query(database, sql).getFirst());
    }

    String bounds(String partition) {
        return TestPostgres.query(
                        database,
                        "select pg_get_expr(relpartbound, oid) from pg_class where relname = '%s'".formatted(partition))
                .getFirst();
    }

    static List<String> partitions(List<String> months) {
        return months.stream()
                .flatMap(month -> Stream.of("public.events_p" + month, "public.attempts_p" + month))
                .toList();
    }
}
