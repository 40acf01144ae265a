package dev.postern.retry.redis;

import static dev.postern.redis.RedisConnection.bytes;
import static dev.postern.redis.RedisConnection.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.postern.redis.RedisConnection;
import dev.postern.retry.RetryScheduler;
import dev.postern.retry.RetrySchedulerContract;
import dev.postern.retry.RetrySettings;
import dev.postern.servers.TestRedis;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RedisRetrySchedulerTest extends RetrySchedulerContract {

    private static final String ID = "00000000004VQ1S57EP1C4TOIW96Q96Q";

    private final RedisConnection redis = TestRedis.connect();

    @AfterEach
    void disconnect() {
        redis.close();
    }

    @Override
    protected RetryScheduler create(RetrySettings settings) {
        return new RedisRetryScheduler(redis, settings);
    }

    @Test
    void schedule_isStoredAsOutpostStoresIt() {
        create(RetrySettings.defaults()).schedule(TASK, 1, LATER).block();
        assertThat(redis.commands()
                        .smembers(redis.key("rsmq:QUEUES"))
                        .map(RedisConnection::text)
                        .collectList()
                        .block())
                .containsExactly("deliverymq-retry");
        Map<String, String> hash = hash("rsmq:deliverymq-retry:Q");
        assertThat(hash)
                .containsEntry(ID, """
                        {"EventID":"evt_1","TenantID":"acme","DestinationID":"des_1","Telemetry":null,"postern_after_attempt":1}""")
                .containsEntry("vt", "30")
                .containsEntry("delay", "0")
                .containsEntry("maxsize", "65536")
                .containsEntry("totalsent", "1")
                .containsEntry("totalrecv", "0")
                .containsOnlyKeys(ID, "vt", "delay", "maxsize", "created", "modified", "totalsent", "totalrecv");
        assertThat(hash.get("created")).isEqualTo(hash.get("modified")).matches("[0-9]{10}");
        Double score = redis.commands()
                .zscore(redis.key("rsmq:deliverymq-retry"), bytes(ID))
                .block();
        assertThat(Objects.requireNonNull(score).longValue())
                .isEqualTo(dueTimes(create(RetrySettings.defaults()), TASK)
                        .values()
                        .iterator()
                        .next()
                        .toEpochMilli());
    }

    @Test
    void receive_countsAsRsmqDoes() {
        var scheduler = create(RetrySettings.defaults());
        scheduler.schedule(TASK, 1, Duration.ZERO).block();
        var due = receive(scheduler);
        assertThat(hash("rsmq:deliverymq-retry:Q"))
                .containsEntry("totalrecv", "1")
                .containsEntry(ID + ":rc", "1")
                .containsKey(ID + ":fr");
        scheduler.complete(due).block();
        assertThat(hash("rsmq:deliverymq-retry:Q")).doesNotContainKeys(ID, ID + ":rc", ID + ":fr");
    }

    /** What Outpost scheduled before it was replaced, with members that only newer ones write. */
    @Test
    void receive_takesWhatOutpostScheduled() {
        store(ID, """
                {"EventID":"evt_1","TenantID":"acme","DestinationID":"des_1",\
                "Telemetry":{"TraceID":"a","SpanID":"b"},"destination_created_at":1700000000000}""");
        var scheduler = create(RetrySettings.defaults());
        assertThat(dueTimes(scheduler, TASK)).containsOnlyKeys(TASK);
        assertThat(receive(scheduler).task()).isEqualTo(TASK);
    }

    /** A body nobody can read doesn't keep the others waiting, nor does an id that lost its body. */
    @Test
    void receive_passesOverWhatIsBroken() {
        store("broken", "not JSON");
        redis.commands()
                .zadd(redis.key("rsmq:deliverymq-retry"), 1, bytes("bodiless"))
                .block();
        var scheduler = create(RetrySettings.defaults());
        scheduler.schedule(TASK, 1, Duration.ZERO).block();
        assertThat(receive(scheduler).task()).isEqualTo(TASK);
        assertThat(redis.commands().zcard(redis.key("rsmq:deliverymq-retry")).block())
                .isEqualTo(1);
        assertThat(hash("rsmq:deliverymq-retry:Q")).doesNotContainKey("broken");
    }

    /** Outpost's migration 004 has moved the keys. */
    @Test
    void schedule_usesTaggedKeysOnceTheyAreMigrated() {
        redis.commands()
                .hset(redis.key("outpost:migration:004_rsmq_hash_tags"), "status", bytes("applied"))
                .block();
        create(RetrySettings.defaults()).schedule(TASK, 1, LATER).block();
        assertThat(hash("rsmq:{" + redis.key("deliverymq-retry") + "}:Q")).containsKey(ID);
        assertThat(hash("rsmq:deliverymq-retry:Q")).isEmpty();
    }

    @Test
    void schedule_exactToTheMillisecond() {
        var scheduler = create(RetrySettings.defaults());
        scheduler
                .schedule(TASK, 1, Duration.ofMillis(Duration.ofDays(365).toMillis() + 1))
                .block();
        assertDueIn(scheduler, TASK, Duration.ofDays(365));
    }

    @Test
    void schedule_negativeDelayIsRefused() {
        assertThatThrownBy(() -> create(RetrySettings.defaults()).schedule(TASK, 1, Duration.ofMillis(-1)))
                .hasMessageContaining("(expected: >= 0)");
    }

    /** Redis was emptied: the queue is made again. */
    @Test
    void schedule_afterDataLoss() {
        var scheduler = create(RetrySettings.defaults());
        scheduler.schedule(TASK, 1, LATER).block();
        redis.commands()
                .del(redis.key("rsmq:QUEUES"), redis.key("rsmq:deliverymq-retry"), redis.key("rsmq:deliverymq-retry:Q"))
                .block();
        scheduler.schedule(TASK, 1, LATER).block();
        assertThat(hash("rsmq:deliverymq-retry:Q")).containsKeys("vt", ID);
        assertThat(redis.commands().scard(redis.key("rsmq:QUEUES")).block()).isEqualTo(1);
    }

    private void store(String id, String body) {
        redis.commands()
                .hset(redis.key("rsmq:deliverymq-retry:Q"), id, bytes(body))
                .block();
        redis.commands().zadd(redis.key("rsmq:deliverymq-retry"), 1, bytes(id)).block();
    }

    private Map<String, String> hash(String name) {
        return Objects.requireNonNull(redis.commands()
                .hgetall(redis.key(name))
                .collect(Collectors.toMap(field -> field.getKey(), field -> text(field.getValue())))
                .block());
    }
}
