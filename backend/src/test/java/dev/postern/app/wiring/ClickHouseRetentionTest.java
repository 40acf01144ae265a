package dev.postern.app.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.logstore.clickhouse.upkeep.ClickHouseUpkeep;
import dev.postern.migrations.ClickHouseTarget;
import dev.postern.redis.RedisConnection;
import dev.postern.redis.RedisRecord;
import dev.postern.servers.TestClickHouse;
import dev.postern.servers.TestRedis;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** An operator says for how long, and says it anew: ClickHouse hears of it once. */
class ClickHouseRetentionTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration REACH = Duration.ofHours(30);

    private final ClickHouseTarget database = TestClickHouse.database("dp-1");
    private final RedisConnection redis = new RedisConnection(TestRedis.settings());
    private final ClickHouseUpkeep clickHouse = new ClickHouseUpkeep(
            database.http(), database.user(), database.password(), database.database(), database.tablePrefix());

    @AfterEach
    void disconnect() {
        redis.close();
        clickHouse.close();
    }

    @Test
    void settle_setsBothTablesAndTheRecord() {
        settle(30);

        assertThat(ttl("events")).contains("event_time").contains("toIntervalDay(30)");
        assertThat(ttl("attempts")).contains("attempt_time").contains("toIntervalDay(30)");
        assertThat(record()).isEqualTo("30");
    }

    @Test
    void settle_ofAnotherSetting_changesIt_andOfNoneTakesItAway() {
        settle(30);
        settle(90);
        assertThat(ttl("attempts")).contains("toIntervalDay(90)");
        assertThat(record()).isEqualTo("90");

        settle(0);
        assertThat(ttl("events")).isEmpty();
        assertThat(ttl("attempts")).isEmpty();
        assertThat(record()).isEqualTo("0");
        settle(0);
    }

    /** Nobody ever asked for it: Outpost's record stays as it was, absent. */
    @Test
    void settle_ofNothing_leavesNoTrace() {
        settle(0);

        assertThat(record()).isNull();
    }

    /** Outpost told ClickHouse the same, in words of its own: they stay. */
    @Test
    void settle_ofWhatOutpostSettled_changesNothing() {
        outpostTells("30 day");
        String before = ttl("events");

        settle(30);

        assertThat(ttl("events")).isEqualTo(before);
    }

    /** The tables were made anew, or a process died before the second of them: the record tells of others. */
    @Test
    void settle_whereATableLacksIt_setsIt() {
        settle(30);
        TestClickHouse.execute(database, "alter table `dp-1_attempts` remove ttl");

        settle(30);

        assertThat(ttl("attempts")).contains("toIntervalDay(30)");
    }

    /** A retry reads the attempt before it, up to thirty hours later: a day would be too short. */
    @Test
    void settle_keepsWhatRetriesNeed() {
        settle(1);

        assertThat(ttl("attempts")).contains("toIntervalDay(2)");
        assertThat(record()).isEqualTo("1");
    }

    /** A delay of nine days came into the schedule: what waits for its retry must not go after two. */
    @Test
    void settle_whereRetriesNeedMoreThanBefore_keepsMore_andLessLater() {
        settle(1);

        retention(1, Duration.ofDays(9)).settle().block(PATIENCE);
        assertThat(ttl("events")).contains("toIntervalDay(9)");
        assertThat(ttl("attempts")).contains("toIntervalDay(9)");
        assertThat(record()).as("as Outpost reads it: what was asked for").isEqualTo("1");

        settle(1);
        assertThat(ttl("attempts")).contains("toIntervalDay(2)");
    }

    /** Outpost, which knows nothing of what retries need, has set a day in both tables, and its record says so. */
    @Test
    void settle_afterOutpostSetTooLittle_keepsWhatRetriesNeed() {
        outpostTells("1 day");

        settle(1);

        assertThat(ttl("events")).contains("toIntervalDay(2)");
        assertThat(ttl("attempts")).contains("toIntervalDay(2)");
        assertThat(record()).isEqualTo("1");
    }

    /** Rows move to slower disks after a week or are thinned out, and go after thirty days: nothing is amiss. */
    @Test
    void keepsFor_looksAtWhatDeletes() {
        TestClickHouse.execute(
                database,
                "alter table `dp-1_events` modify ttl toDateTime(event_time) + interval 7 day delete where topic = 'x',"
                        + " toDateTime(event_time) + interval 30 day, toDateTime(event_time) + interval 6 day recompress"
                        + " codec(ZSTD(9))",
                "alter table `dp-1_attempts` modify ttl toDateTime(attempt_time) + interval 30 day");

        assertThat(clickHouse.keepsFor(30).block(PATIENCE)).isTrue();
        assertThat(clickHouse.keepsFor(7).block(PATIENCE)).isFalse();
        assertThat(clickHouse.keepsFor(3).block(PATIENCE)).isFalse();
    }

    @Test
    void settle_ofManyProcessesAtOnce_doesNoHarm() {
        Flux.range(0, 6).flatMap(i -> retention(14).settle()).then().block(PATIENCE);

        assertThat(ttl("events")).contains("toIntervalDay(14)");
        assertThat(record()).isEqualTo("14");
    }

    /** Rows go by their own time, whatever their publisher made of it: 1902 and 2299 are neither old nor new by error. */
    @Test
    void rows_goByTheirOwnTime() {
        TestClickHouse.execute(
                database,
                "insert into `dp-1_events` select id, 't1', 'x', true, time, '{}', '{}', [] from values("
                        + "'id String, time DateTime64(3)', ('old', now64(3) - interval 40 day),"
                        + " ('young', now64(3) - interval 20 day), ('ancient', toDateTime64('1902-01-01', 3)),"
                        + " ('future', toDateTime64('2250-01-01', 3)))");
        settle(30);
        TestClickHouse.execute(database, "optimize table `dp-1_events` final");

        await().atMost(PATIENCE)
                .until(() -> TestClickHouse.query(database, "select event_id from `dp-1_events` order by event_id")
                        .equals("future\nyoung\n"));
    }

    private void outpostTells(String interval) {
        TestClickHouse.execute(
                database,
                "alter table `dp-1_events` modify ttl toDateTime(event_time) + interval " + interval,
                "alter table `dp-1_attempts` modify ttl toDateTime(attempt_time) + interval " + interval);
        byte[] days = interval.substring(0, interval.indexOf(' ')).getBytes(StandardCharsets.UTF_8);
        redis.commands().set(redis.key("outpost:log_retention_ttl"), days).block(PATIENCE);
    }

    private void settle(int days) {
        retention(days).settle().block(PATIENCE);
    }

    private ClickHouseRetention retention(int days) {
        return retention(days, REACH);
    }

    private ClickHouseRetention retention(int days, Duration reach) {
        return new ClickHouseRetention(
                clickHouse, new RedisRecord(redis, ClickHouseRetention.RECORD), reach, Duration.ofDays(days), true);
    }

    private String ttl(String table) {
        String engine = TestClickHouse.query(
                        database,
                        "select engine_full from system.tables where database = currentDatabase() and name = 'dp-1_%s'"
                                .formatted(table))
                .strip();
        int at = engine.indexOf(" TTL ");
        return at < 0 ? "" : engine.substring(at);
    }

    private @Nullable String record() {
        byte[] value =
                redis.commands().get(redis.key("outpost:log_retention_ttl")).block(PATIENCE);
        return value == null ? null : new String(value, StandardCharsets.UTF_8);
    }
}
