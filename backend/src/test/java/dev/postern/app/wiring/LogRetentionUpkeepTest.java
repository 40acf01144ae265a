package dev.postern.app.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.delivery.DeliverySettings;
import dev.postern.delivery.RetryDispatchSettings;
import dev.postern.fakes.SettableClock;
import dev.postern.logstore.postgres.PostgresLogStore;
import dev.postern.logstore.postgres.PostgresLogStoreSettings;
import dev.postern.logstore.postgres.PostgresPool;
import dev.postern.logstore.postgres.PostgresPoolSettings;
import dev.postern.logstore.postgres.retention.PostgresRetention;
import dev.postern.logstore.postgres.retention.RetentionSettings;
import dev.postern.migrations.PostgresUrl;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import dev.postern.model.RetryTask;
import dev.postern.retry.RetryPolicy;
import dev.postern.retry.RetryScheduler;
import dev.postern.retry.RetrySettings;
import dev.postern.retry.memory.MemoryRetryScheduler;
import dev.postern.servers.TestPostgres;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryMetadata;
import io.r2dbc.spi.R2dbcNonTransientResourceException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/** The log's past goes by itself, and never from under a retry. */
class LogRetentionUpkeepTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Instant NOW = Instant.parse("2026-03-15T12:00:00Z");
    private static final Duration DAY = Duration.ofDays(1);

    private final PostgresUrl database = TestPostgres.database();
    private final SettableClock clock = new SettableClock(NOW);
    private final PostgresPoolSettings pool = PostgresPoolSettings.of(
            database.host(),
            database.port(),
            database.database(),
            database.user(),
            database.password(),
            database.parameters());
    private final ConnectionPool connections = PostgresPool.create(pool);
    private final PostgresLogStore store = new PostgresLogStore(connections, PostgresLogStoreSettings.DEFAULT);
    private final RetryScheduler retries = new MemoryRetryScheduler(clock, RetrySettings.defaults());

    @AfterEach
    void disconnect() {
        connections.dispose();
    }

    /** A retry follows ten days later: one day of history would leave it nothing to read. */
    @Test
    void work_keepsAsMuchAsTheRetriesMayNeed() {
        Duration reach = reach(List.of(Duration.ofMinutes(1), Duration.ofDays(10)));
        insert("needed", NOW.minus(Duration.ofDays(10)));
        insert("gone", NOW.minus(Duration.ofDays(12)));

        LogRetentionUpkeep upkeep = start(reach, DAY);

        awaitGone("evt_gone");
        upkeep.stop();
        assertThat(store.latestDelivery("t1", "evt_needed", "des_1").block(PATIENCE))
                .isNotNull();
    }

    /** Nobody has dispatched retries for a week; when somebody does, the last attempt must be there. */
    @Test
    void work_keepsWhatAnOverdueRetryWillRead() {
        Duration reach = reach(List.of(Duration.ofHours(2)));
        Duration week = Duration.ofDays(7);
        clock.set(NOW.minus(week));
        insert("needed", clock.instant().minus(Duration.ofHours(2)));
        retries.schedule(new RetryTask("evt_needed", "t1", "des_1"), 1, Duration.ZERO)
                .block(PATIENCE);
        clock.set(NOW);
        insert("gone", NOW.minus(week).minus(Duration.ofDays(3)));

        LogRetentionUpkeep upkeep = start(reach, DAY);

        awaitGone("evt_gone");
        upkeep.stop();
        assertThat(store.latestDelivery("t1", "evt_needed", "des_1").block(PATIENCE))
                .isNotNull();
    }

    /** Outpost's schedule by default, and a day: what is two days old goes. */
    @Test
    void reach_ofUsualSettings_leavesShortRetentionAlone() {
        assertThat(RetryReach.of(
                        new RetryPolicy.Exponential(Duration.ofSeconds(30), 10),
                        DeliverySettings.DEFAULTS,
                        RetryDispatchSettings.DEFAULTS))
                .isBetween(DAY.plusHours(4), DAY.plusHours(8));
    }

    /** PostgreSQL's tables are somebody's whom we wait for: the next rounds come less and less often, and one succeeds. */
    @Test
    void work_afterFailures_goesOn() {
        TestPostgres.execute(database, "alter table events rename to renamed");
        TestPostgres.execute(
                database,
                "insert into attempts (id, event_id, tenant_id, destination_id, status, time, topic, event_time,"
                        + " eligible_for_retry, event_data, event_metadata) values ('atm_old', 'evt_old', 't1', 'des_1',"
                        + " 'failed', '2026-01-01Z', 'topic', '2026-01-01Z', true, '{}', '{}')");

        LogRetentionUpkeep upkeep = start(Duration.ofHours(1), DAY);
        awaitGone("evt_old");
        TestPostgres.execute(database, "alter table renamed rename to events");

        await().atMost(PATIENCE)
                .until(() -> !TestPostgres.query(
                                database, "select relname from pg_class where relname = 'events_p2026_04'")
                        .isEmpty());
        upkeep.stop();
    }

    /** Retention is off, and PostgreSQL is away for a moment: the fence that a killed process left goes all the same. */
    @Test
    void start_withRetentionOff_takesAwayWhatWasLeftBehindOnceItCan() {
        TestPostgres.execute(
                database,
                "alter table events_default add constraint postern_fence_p2026_05 check"
                        + " (time < '2026-05-01Z' or time >= '2026-06-01Z') not valid");
        AtomicBoolean away = new AtomicBoolean(true);
        ConnectionFactory server = PostgresPool.unpooled(pool);

        LogRetentionUpkeep upkeep = start(
                new ConnectionFactory() {
                    @Override
                    public Publisher<? extends Connection> create() {
                        return Mono.defer(() -> away.getAndSet(false)
                                ? Mono.error(new R2dbcNonTransientResourceException("away"))
                                : Mono.from(server.create()));
                    }

                    @Override
                    public ConnectionFactoryMetadata getMetadata() {
                        return server.getMetadata();
                    }
                },
                DAY,
                Duration.ZERO);

        await().atMost(PATIENCE)
                .until(() -> TestPostgres.query(
                                database, "select conname from pg_constraint where conname like 'postern_fence_%'")
                        .isEmpty());
        upkeep.stop();
    }

    private LogRetentionUpkeep start(Duration reach, Duration asked) {
        return start(PostgresPool.unpooled(pool), reach, asked);
    }

    private LogRetentionUpkeep start(ConnectionFactory server, Duration reach, Duration asked) {
        var retention = new PostgresRetention(server, RetentionSettings.DEFAULT, clock);
        var upkeep = new LogRetentionUpkeep(retention, retries, reach, asked, Duration.ofMillis(200), true);
        upkeep.start();
        return upkeep;
    }

    private static Duration reach(List<Duration> schedule) {
        return RetryReach.of(
                new RetryPolicy.Schedule(schedule), DeliverySettings.DEFAULTS, RetryDispatchSettings.DEFAULTS);
    }

    private void awaitGone(String eventId) {
        await().atMost(PATIENCE)
                .until(() -> store.latestDelivery("t1", eventId, "des_1")
                        .blockOptional(PATIENCE)
                        .isEmpty());
    }

    private void insert(String name, Instant time) {
        Event event = new Event("evt_" + name, "t1", null, List.of("des_1"), "topic", true, time, Map.of(), "{}");
        Delivery delivery = new Delivery(
                "atm_" + name, "des_1", "webhook", DeliveryStatus.FAILED, time, 1, false, "500", "{}", 5, event);
        store.insert(List.of(new LogEntry(event, delivery, null))).block(PATIENCE);
    }
}
