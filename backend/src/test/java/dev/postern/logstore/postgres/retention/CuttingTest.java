package dev.postern.logstore.postgres.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.model.LogEntry;
import dev.postern.servers.TestPostgres;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is too old goes from a log of years, and nothing else. */
class CuttingTest extends RetentionSetup {

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

    /** Somebody keeps an old year in partitions of a partition: those are theirs to drop. */
    @Test
    void run_dropsPlainTablesAlone() {
        TestPostgres.execute(
                database,
                "create table divided partition of events for values from ('2024-01-01Z') to ('2025-01-01Z')"
                        + " partition by range (time)",
                "create table divided_1 partition of divided for values from ('2024-01-01Z') to ('2025-01-01Z')",
                "create table plain partition of events for values from ('2025-01-01Z') to ('2025-02-01Z')");

        RetentionReport report = run(SMALL);

        assertThat(report.failures()).isEmpty();
        assertThat(report.dropped()).containsExactly("public.plain");
        assertThat(report.leftAlone()).containsExactly("public.divided (too old, but not a plain table)");
        assertThat(TestPostgres.query(
                        database, "select relname from pg_class where relname like 'divided%' and relkind <> 'i'"))
                .contains("divided", "divided_1");
    }

    /** A view of somebody's hangs on one old partition: it stays, and the others go. */
    @Test
    void run_thatCannotDropOne_dropsTheOthers() {
        TestPostgres.execute(
                database,
                "create table first partition of events for values from ('2025-01-01Z') to ('2025-02-01Z')",
                "create table second partition of events for values from ('2025-02-01Z') to ('2025-03-01Z')",
                "create view seen as select * from first");

        RetentionReport report = run(SMALL);

        assertThat(report.dropped()).containsExactly("public.second");
        assertThat(report.failures()).singleElement().asString().contains("could not drop public.first");
    }
}
