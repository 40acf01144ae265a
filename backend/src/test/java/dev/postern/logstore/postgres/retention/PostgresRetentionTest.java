package dev.postern.logstore.postgres.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.fakes.SettableClock;
import dev.postern.logstore.DeliveryQuery;
import dev.postern.logstore.EventQuery;
import dev.postern.logstore.postgres.PostgresLogStore;
import dev.postern.logstore.postgres.PostgresLogStoreSettings;
import dev.postern.logstore.postgres.PostgresPool;
import dev.postern.logstore.postgres.PostgresPoolSettings;
import dev.postern.migrations.MigrationResult;
import dev.postern.migrations.Migrator;
import dev.postern.migrations.MigratorSettings;
import dev.postern.migrations.PostgresUrl;
import dev.postern.model.Cursor;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import dev.postern.model.PageRequest;
import dev.postern.servers.TestPostgres;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A log grows for years in the tables that Outpost made, and its past is cut off under readers and writers. */
class PostgresRetentionTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration MONTH = Duration.ofDays(30);
    private static final Instant NOW = Instant.parse("2026-03-15T12:00:00Z");
    private static final List<String> AHEAD = List.of("2026_04", "2026_05", "2026_06");

    /** So that no default partition is small: each goes the way of one that holds years. */
    private static final RetentionSettings LARGE = settings(0, 5_000, Duration.ZERO);

    private static final RetentionSettings SMALL = RetentionSettings.DEFAULT;

    private final PostgresUrl database = TestPostgres.database();
    private final SettableClock clock = new SettableClock(NOW);
    private final PostgresPoolSettings pool = PostgresPoolSettings.of(
            database.host(),
            database.port(),
            database.database(),
            database.user(),
            database.password(),
            database.parameters());
    private final ConnectionFactory own = PostgresPool.unpooled(pool);
    private final ConnectionPool connections = PostgresPool.create(pool);
    private final PostgresLogStore store = new PostgresLogStore(connections, PostgresLogStoreSettings.DEFAULT);

    @AfterEach
    void disconnect() {
        connections.dispose();
    }

    @Test
    void run_makesTheMonthsToCome_onceAndForBothTables() {
        RetentionReport first = run(SMALL);

        assertThat(first.failures()).isEmpty();
        assertThat(first.created()).containsExactlyInAnyOrderElementsOf(partitions(AHEAD));
        assertThat(bounds("events_p2026_04"))
                .isEqualTo("FOR VALUES FROM ('2026-04-01 00:00:00+00') TO ('2026-05-01 00:00:00+00')");

        RetentionReport second = run(SMALL);
        assertThat(second.created()).isEmpty();
        assertThat(second.failures()).isEmpty();

        clock.advance(MONTH);
        assertThat(run(SMALL).created()).containsExactlyInAnyOrderElementsOf(partitions(List.of("2026_07")));
    }

    /** The same, where the default partition is too large to be searched while everybody waits. */
    @Test
    void run_besideALargeDefaultPartition_makesThemToo() {
        insert(entry("old", NOW.minusSeconds(60)));

        RetentionReport report = run(LARGE);

        assertThat(report.failures()).isEmpty();
        assertThat(report.created()).containsExactlyInAnyOrderElementsOf(partitions(AHEAD));
        assertThat(fences()).isZero();
        insert(entry("next", Instant.parse("2026-04-01T00:00:00Z")));
        assertThat(rowsIn("events_p2026_04")).isEqualTo(1);
        assertThat(deliveries()).containsExactly("atm_next", "atm_old");
    }

    /** Searching it under the lock would stop everybody for as long as it takes: it is searched once, before. */
    @Test
    void run_besideALargeDefaultPartition_doesNotSearchItUnderTheLock() {
        TestPostgres.execute(
                database,
                "insert into events select 'evt_' || i, 't1', timestamptz '2026-03-01Z' + i * interval '10 s', 'topic',"
                        + " true, '{}', '{}', '{des_1}' from generate_series(1, 20000) i",
                "analyze events");
        long before = searches();

        assertThat(run(LARGE).created()).hasSize(6);

        await().atMost(PATIENCE).until(() -> searches() > before);
        assertThat(searches() - before).as("one for each month").isEqualTo(AHEAD.size());
    }

    /** Callers date events ahead, and an Outpost that knows no partitions has stored them. */
    @Test
    void run_whereTheDefaultPartitionHoldsRowsOfTheComingMonth_movesThem() {
        insert(entry("a", NOW), entry("b", Instant.parse("2026-04-01T00:00:00Z")));
        insert(
                entry("c", Instant.parse("2026-04-30T23:59:59.999Z")),
                entry("d", Instant.parse("2026-05-01T00:00:00Z")));

        RetentionReport report = run(LARGE);

        assertThat(report.failures()).isEmpty();
        assertThat(report.created()).hasSize(6);
        assertThat(rowsIn("events_p2026_04")).isEqualTo(2);
        assertThat(rowsIn("attempts_p2026_05")).isEqualTo(1);
        assertThat(deliveries()).containsExactly("atm_d", "atm_c", "atm_b", "atm_a");
    }

    /** The database lives in New Zealand, and writes dates as the Germans do. */
    @Test
    void run_inAnotherZone_keepsToMonthsOfUtc() {
        TestPostgres.execute(
                database,
                "alter database %s set timezone = 'Pacific/Auckland'".formatted(database.database()),
                "alter database %s set datestyle = 'German'".formatted(database.database()));
        run(SMALL);
        insert(
                entry("last", Instant.parse("2026-04-30T23:59:59.999Z")),
                entry("first", Instant.parse("2026-05-01T00:00:00Z")));
        assertThat(rowsIn("events_p2026_04")).isEqualTo(1);
        assertThat(rowsIn("events_p2026_05")).isEqualTo(1);

        clock.advance(Duration.ofDays(47).plus(MONTH));
        RetentionReport report = run(SMALL);

        assertThat(report.cutBefore()).isEqualTo("2026-05-01T12:00:00Z");
        assertThat(report.dropped()).containsExactlyInAnyOrderElementsOf(partitions(List.of("2026_04")));
        assertThat(deliveries()).containsExactly("atm_first");
    }

    /** A month is dropped once its last moment is too old, not before. */
    @Test
    void run_dropsWhatIsWhollyTooOld_andTrimsTheRest() {
        insert(entry("jan", Instant.parse("2026-01-10T00:00:00Z")), entry("mar", NOW.minusSeconds(1)));
        run(SMALL);
        insert(
                entry("apr", Instant.parse("2026-04-10T00:00:00Z")),
                entry("may", Instant.parse("2026-05-10T00:00:00Z")));
        clock.set(Instant.parse("2026-05-30T23:59:59Z"));

        RetentionReport before = run(SMALL);
        assertThat(before.dropped()).isEmpty();
        assertThat(before.trimmed()).isEqualTo(Map.of("events", 1L, "attempts", 1L));
        assertThat(deliveries()).containsExactly("atm_may", "atm_apr");

        clock.advance(Duration.ofSeconds(1));
        RetentionReport after = run(SMALL);
        assertThat(after.dropped()).containsExactlyInAnyOrderElementsOf(partitions(List.of("2026_04")));
        assertThat(deliveries()).containsExactly("atm_may");
        assertThat(store.retrieveEvent("t1", "evt_apr").block(PATIENCE)).isNull();
        assertThat(store.retrieveEvent("t1", "evt_may").block(PATIENCE)).isNotNull();
    }

    /** A hundred rows, of which many share their instant, in batches of seven: those that are too old, and no other. */
    @Test
    void run_trimsInBatches_toTheExactRow() {
        List<LogEntry> entries = IntStream.range(0, 100)
                .mapToObj(i -> entry("%03d".formatted(i), NOW.minus(MONTH).plusMillis((i - 60) / 20)))
                .toList();
        insert(entries.toArray(LogEntry[]::new));

        RetentionReport report = run(settings(0, 7, Duration.ZERO));

        List<String> young = entries.stream()
                .filter(entry -> !entry.event().time().isBefore(NOW.minus(MONTH)))
                .map(entry -> entry.delivery().id())
                .toList();
        assertThat(report.trimmed()).isEqualTo(Map.of("events", 100L - young.size(), "attempts", 100L - young.size()));
        assertThat(report.unfinished()).isFalse();
        assertThat(deliveries()).containsExactlyInAnyOrderElementsOf(young);
    }

    /** Years of history on the first run: it does its share and says that there is more. */
    @Test
    void run_thatHasDoneItsShare_leavesTheRestToTheNext() {
        insert(IntStream.range(0, 10)
                .mapToObj(i -> entry("" + i, NOW.minus(MONTH).minusSeconds(10 - i)))
                .toArray(LogEntry[]::new));
        RetentionSettings share = new RetentionSettings(
                3, 2, 3, Duration.ZERO, Duration.ofSeconds(3), Duration.ofSeconds(5), Duration.ofMinutes(1), 0);

        assertThat(run(share).unfinished()).isTrue();
        assertThat(deliveries()).hasSize(4);
        RetentionReport rest = run(share);
        assertThat(rest.unfinished()).isFalse();
        assertThat(deliveries()).isEmpty();
    }

    /** A retry has been overdue for weeks: the attempt that it will read is older than the history should be. */
    @Test
    void run_keepsWhatIsStillNeeded() {
        insert(entry("needed", NOW.minus(Duration.ofDays(40))), entry("not", NOW.minus(Duration.ofDays(41))));

        retention(SMALL).run(MONTH, NOW.minus(Duration.ofDays(40))).block(PATIENCE);

        assertThat(store.latestDelivery("t1", "evt_needed", "des_1").block(PATIENCE))
                .isNotNull();
        assertThat(deliveries()).containsExactly("atm_needed");
    }

    /** This machine's clock is set to 2099: by the server's, nothing is too old. */
    @Test
    void run_withAClockThatIsFast_cutsNothing() {
        insert(entry("today", Clock.systemUTC().instant()));
        clock.set(Instant.parse("2099-01-01T00:00:00Z"));

        run(SMALL);

        assertThat(deliveries()).containsExactly("atm_today");
    }

    @Test
    void run_besideAnother_leavesItAlone() {
        insert(entry("old", NOW.minus(MONTH).minusSeconds(1)));
        Connection other = Objects.requireNonNull(Mono.from(own.create()).block(PATIENCE));
        Mono<Boolean> lock = new Session(other).begin();
        assertThat(lock.block(PATIENCE)).isTrue();

        assertThat(retention(SMALL).run(MONTH, Instant.MAX).block(PATIENCE)).isNull();
        assertThat(deliveries()).hasSize(1);

        // As if that process were killed.
        Mono.from(other.close()).block(PATIENCE);
        await().atMost(PATIENCE)
                .until(() -> retention(SMALL).run(MONTH, Instant.MAX).block(PATIENCE) != null);
        assertThat(deliveries()).isEmpty();
    }

    /** Five processes start at once, while entries are stored and read: nothing fails, nothing young is lost. */
    @Test
    void runs_atOnce_underReadersAndWriters() {
        insert(IntStream.range(0, 50)
                .mapToObj(i -> entry("old" + i, NOW.minus(MONTH).minusSeconds(60 + i)))
                .toArray(LogEntry[]::new));
        List<RetentionReport> reports = new ArrayList<>();
        Mono<?> work = Flux.range(0, 5)
                .flatMap(i -> retention(settings(0, 5, Duration.ofMillis(5))).run(MONTH, Instant.MAX))
                .doOnNext(reports::add)
                .then();
        Mono<?> writing = Flux.range(0, 40)
                .concatMap(i -> store.insert(List.of(entry("new" + i, NOW.plus(Duration.ofDays(i * 3L)))).stream()
                                .toList())
                        .retry(50)
                        .then(store.listDeliveries(DeliveryQuery.of("t1", PageRequest.first(10)))))
                .then();

        Mono.when(work, writing).block(PATIENCE);

        assertThat(reports)
                .isNotEmpty()
                .allSatisfy(report -> assertThat(report.failures())
                        .allSatisfy(failure -> assertThat(failure).contains("postern_fence")));
        assertThat(run(SMALL).failures()).isEmpty();
        assertThat(deliveries()).hasSize(40).allMatch(id -> id.startsWith("atm_new"));
    }

    /** The process was killed while a fence stood: rows of that month would be refused for ever. */
    @Test
    void run_afterOneThatWasKilled_takesItsFenceAway() {
        fence("events", "2026_04");

        RetentionReport report = run(LARGE);

        assertThat(report.failures()).isEmpty();
        assertThat(fences()).isZero();
        insert(entry("next", Instant.parse("2026-04-02T00:00:00Z")));
        assertThat(rowsIn("events_p2026_04")).isEqualTo(1);
    }

    /** … and retention was switched off thereafter. */
    @Test
    void tidy_takesAFenceAway_andNothingElse() {
        insert(entry("old", NOW.minus(MONTH.multipliedBy(20))));
        fence("attempts", "2026_03");

        retention(SMALL).tidy().block(PATIENCE);

        assertThat(fences()).isZero();
        assertThat(deliveries()).containsExactly("atm_old");
        assertThat(TestPostgres.query(database, "select relname from pg_class where relname like '%\\_p2026%'"))
                .isEmpty();
    }

    /** The process is stopped amid its batches. */
    @Test
    void run_thatIsCutOff_isMadeGoodByTheNext() {
        insert(IntStream.range(0, 200)
                .mapToObj(i -> entry("old" + i, NOW.minus(MONTH).minusSeconds(60 + i)))
                .toArray(LogEntry[]::new));
        Disposable running = retention(settings(0, 1, Duration.ofMillis(20)))
                .run(MONTH, Instant.MAX)
                .subscribe();
        await().atMost(PATIENCE).until(() -> rowsIn("events") < 195);
        running.dispose();

        await().atMost(PATIENCE)
                .until(() -> retention(SMALL).run(MONTH, Instant.MAX).block(PATIENCE) != null);
        assertThat(rowsIn("events")).isZero();
        assertThat(deliveries()).isEmpty();
    }

    /** Somebody reads for hours: the run gives up on that table, says so, does the rest, and the next catches up. */
    @Test
    void run_thatGetsNoLock_holdsNobodyUp() {
        insert(entry("old", NOW.minus(MONTH).minusSeconds(1)), entry("new", NOW));
        Connection reader = Objects.requireNonNull(Mono.from(own.create()).block(PATIENCE));
        Mono.from(reader.beginTransaction()).block(PATIENCE);
        new Session(reader).rows("select count(*) from events", row -> 1).blockLast(PATIENCE);
        RetentionSettings impatient = new RetentionSettings(
                3, 100, 100, Duration.ZERO, Duration.ofMillis(50), Duration.ofSeconds(5), Duration.ofMinutes(1), 0);

        RetentionReport report = run(impatient);

        assertThat(report.failures())
                .hasSize(1)
                .allMatch(failure -> failure.contains("events") && failure.contains("lock timeout"));
        assertThat(report.created()).hasSize(3).allMatch(name -> name.contains("attempts"));
        assertThat(deliveries()).containsExactly("atm_new");

        Mono.from(reader.close()).block(PATIENCE);
        await().atMost(PATIENCE).until(() -> run(impatient).failures().isEmpty());
        assertThat(fences()).isZero();
        assertThat(run(impatient).created()).isEmpty();
    }

    /** An operator made partitions by the week before: they count as they are, and go when their time has come. */
    @Test
    void run_besidePartitionsOfOthers_respectsTheirBounds() {
        TestPostgres.execute(
                database,
                "create table weekly partition of events for values from ('2026-04-06Z') to ('2026-04-13Z')",
                "create table ancient partition of events for values from (minvalue) to ('2026-01-01Z')");

        RetentionReport report = run(SMALL);

        assertThat(report.failures()).isEmpty();
        assertThat(report.created())
                .contains("public.events_p2026_05", "public.attempts_p2026_04")
                .doesNotContain("public.events_p2026_04");
        assertThat(report.dropped()).containsExactly("public.ancient");
    }

    @Test
    void verify_isContentWithPartitions() {
        run(LARGE);

        assertThat(new Migrator(database, null, MigratorSettings.DEFAULT, clock).verify())
                .isInstanceOf(MigrationResult.Verified.class);
    }

    /** Pages walk over the edges of months, both ways, and miss nothing. */
    @Test
    void lists_overTheEdgesOfPartitions_giveEveryRowOnce() {
        run(SMALL);
        Instant edge = Instant.parse("2026-04-01T00:00:00Z");
        List<LogEntry> entries = Stream.concat(
                        IntStream.range(0, 30)
                                .mapToObj(i -> entry("e%02d".formatted(i), edge.plusMillis((i - 15) / 3))),
                        IntStream.range(0, 30)
                                .mapToObj(i -> entry("m%02d".formatted(i), NOW.plus(Duration.ofDays(3L * i)))))
                .toList();
        insert(entries.toArray(LogEntry[]::new));
        List<String> newestFirst = entries.stream()
                .sorted(java.util.Comparator.comparing(
                                (LogEntry entry) -> entry.event().time())
                        .thenComparing(entry -> entry.delivery().id())
                        .reversed())
                .map(entry -> entry.event().id())
                .toList();

        List<String> walked = new ArrayList<>();
        @Nullable PageRequest next = PageRequest.first(7);
        while (next != null) {
            var page = Objects.requireNonNull(
                    store.listEvents(EventQuery.of("t1", next)).block(PATIENCE));
            page.items().forEach(event -> walked.add(event.id()));
            next = page.hasNext()
                    ? PageRequest.first(7).after(cursor(page.items().getLast()))
                    : null;
        }

        assertThat(walked).containsExactlyElementsOf(newestFirst);
    }

    private static Cursor cursor(Event event) {
        return new Cursor(event.time(), event.id());
    }

    private RetentionReport run(RetentionSettings settings) {
        return Objects.requireNonNull(
                retention(settings).run(MONTH, Instant.MAX).block(PATIENCE));
    }

    private PostgresRetention retention(RetentionSettings settings) {
        return new PostgresRetention(own, settings, clock);
    }

    private static RetentionSettings settings(long smallBytes, int batchRows, Duration pause) {
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

    private void insert(LogEntry... entries) {
        store.insert(List.of(entries)).block(PATIENCE);
    }

    private static LogEntry entry(String name, Instant time) {
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

    private List<String> deliveries() {
        return Objects.requireNonNull(store.listDeliveries(DeliveryQuery.of("t1", PageRequest.first(1_000)))
                        .block(PATIENCE))
                .items()
                .stream()
                .map(Delivery::id)
                .toList();
    }

    private void fence(String table, String month) {
        TestPostgres.execute(
                database,
                "alter table %s_default add constraint postern_fence_%s check (time < '2026-03-01Z') not valid"
                        .formatted(table, month));
    }

    private long fences() {
        return count("select count(*) from pg_constraint where conname like 'postern\\_fence%'");
    }

    private long searches() {
        return count("select seq_scan from pg_stat_user_tables where relname = 'events_default'");
    }

    private long rowsIn(String table) {
        return count("select count(*) from " + table);
    }

    private long count(String sql) {
        return Long.parseLong(TestPostgres.query(database, sql).getFirst());
    }

    private String bounds(String partition) {
        return TestPostgres.query(
                        database,
                        "select pg_get_expr(relpartbound, oid) from pg_class where relname = '%s'".formatted(partition))
                .getFirst();
    }

    private static List<String> partitions(List<String> months) {
        return months.stream()
                .flatMap(month -> Stream.of("public.events_p" + month, "public.attempts_p" + month))
                .toList();
    }
}
