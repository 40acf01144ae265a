package dev.postern.logstore.postgres.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.logstore.EventQuery;
import dev.postern.migrations.MigrationResult;
import dev.postern.migrations.Migrator;
import dev.postern.migrations.MigratorSettings;
import dev.postern.model.Cursor;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import dev.postern.model.PageRequest;
import dev.postern.servers.TestPostgres;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Months to come get partitions in the tables that Outpost made, and nobody has to wait for it. */
class PartitionsAheadTest extends RetentionSetup {

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

        RetentionReport report = run(SMALL);

        assertThat(report.failures()).isEmpty();
        assertThat(report.created()).hasSize(6);
        assertThat(rowsIn("events_p2026_04")).isEqualTo(2);
        assertThat(rowsIn("attempts_p2026_05")).isEqualTo(1);
        assertThat(deliveries()).containsExactly("atm_d", "atm_c", "atm_b", "atm_a");
    }

    /**
     * One event is dated ahead, and the log is large: a search under the lock would only stop everybody, look
     * after look. That month stays in the default partition, and the others get theirs.
     */
    @Test
    void run_whereALargeDefaultPartitionHoldsRowsOfAComingMonth_leavesThatMonthAlone() {
        insert(entry("now", NOW), entry("ahead", Instant.parse("2026-04-10T00:00:00Z")));

        RetentionReport report = run(LARGE);

        assertThat(report.failures()).isEmpty();
        assertThat(report.created()).containsExactlyInAnyOrderElementsOf(partitions(List.of("2026_05", "2026_06")));
        assertThat(report.leftAlone())
                .hasSize(2)
                .anyMatch(text -> text.startsWith("public.events_p2026_04 (not made: "))
                .anyMatch(text -> text.startsWith("public.attempts_p2026_04 (not made: "));
        assertThat(report.toString()).contains("left_alone=[public.events_p2026_04 (not made");
        assertThat(deliveries()).containsExactly("atm_ahead", "atm_now");
        insert(entry("more", Instant.parse("2026-04-11T00:00:00Z")));
        assertThat(rowsIn("events_default")).isEqualTo(3);
    }

    /** Whatever else doesn't get done in a millisecond under the lock, that month is not tried. */
    @Test
    void run_whereALargeDefaultPartitionHoldsRowsOfAComingMonth_takesNoLockForIt() {
        insert(entry("now", NOW), entry("ahead", Instant.parse("2026-04-10T00:00:00Z")));

        RetentionReport report = run(large(Duration.ofMillis(1)));

        assertThat(report.failures()).noneMatch(failure -> failure.contains("2026_04"));
        assertThat(report.leftAlone()).hasSize(2).allMatch(text -> text.contains("_p2026_04"));
    }

    /** A table that somebody made has the name of the first month's partition. */
    @Test
    void run_thatCannotMakeOneMonth_makesTheOthers() {
        TestPostgres.execute(database, "create table events_p2026_04 (mine text)");

        RetentionReport report = run(SMALL);

        assertThat(report.failures())
                .singleElement()
                .asString()
                .contains("could not create public.events_p2026_04", "already exists");
        assertThat(report.created())
                .contains("public.events_p2026_05", "public.events_p2026_06")
                .containsAll(partitions(List.of("2026_05", "2026_06")));
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
}
