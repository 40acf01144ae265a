package dev.postern.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.GetResponse;
import dev.postern.fakes.CountingIds;
import dev.postern.fakes.Faults;
import dev.postern.fakes.FaultyDeliveryQueue;
import dev.postern.fakes.Queues;
import dev.postern.fakes.Samples;
import dev.postern.fakes.SettableClock;
import dev.postern.idempotency.memory.MemoryIdempotency;
import dev.postern.intake.rabbitmq.RabbitEventSource;
import dev.postern.intake.redis.RedisFailureCounter;
import dev.postern.model.DeliveryTask;
import dev.postern.model.Event;
import dev.postern.model.Topics;
import dev.postern.publish.EventPublisher;
import dev.postern.publish.EventPublisherSettings;
import dev.postern.queue.DeliveryQueue;
import dev.postern.queue.memory.MemoryDeliveryQueue;
import dev.postern.rabbitmq.RabbitConnection;
import dev.postern.redis.RedisConnection;
import dev.postern.servers.TestRabbit;
import dev.postern.servers.TestRedis;
import dev.postern.tenantstore.memory.MemoryTenantStore;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Publishers put events into a queue of their own in RabbitMQ. */
class IntakeWorkerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final IntakeSettings QUICK = IntakeSettings.DEFAULTS
            .withPause(Duration.ofMillis(20))
            .withDrain(Duration.ofMillis(200))
            .withMaxBytes(1_000);
    private static final String ORDER = """
            {"id":"evt_1","tenant_id":"acme","topic":"order.created","data":{"n":1}}""";

    private final SettableClock clock = new SettableClock();
    private final MemoryTenantStore tenants = new MemoryTenantStore(clock);
    private final Faults faults = new Faults();
    private final DeliveryQueue queue = new FaultyDeliveryQueue(new MemoryDeliveryQueue(Queues.EAGER), faults);
    private final MemoryIdempotency idempotency = new MemoryIdempotency(clock);
    private final RedisConnection redis = TestRedis.connect();
    private final RabbitConnection rabbit = TestRabbit.connect();
    private final String publishQueue = TestRabbit.name("publish");
    private final String rejected = TestRabbit.name("rejected");

    private IntakeWorker worker;

    @BeforeEach
    void prepare() {
        rabbit.call(channel -> {
                    channel.queueDeclare(rejected, true, false, false, Map.of());
                    channel.queueDeclare(
                            publishQueue,
                            true,
                            false,
                            false,
                            Map.of("x-dead-letter-exchange", "", "x-dead-letter-routing-key", rejected));
                })
                .block();
        tenants.upsertTenant(Samples.TENANT, null).block();
        tenants.createDestination(Samples.destination(Samples.TENANT, "orders", "scripted", Topics.of("order.*")))
                .block();
        start(QUICK, List.of());
    }

    @AfterEach
    void stop() {
        worker.stop().block();
        rabbit.call(channel -> {
                    channel.queueDelete(publishQueue);
                    channel.queueDelete(rejected);
                })
                .block();
        rabbit.close();
        redis.close();
    }

    /** Outpost's format, all of it; the payload is delivered byte for byte. */
    @Test
    void publishes_whatIsInTheQueue() {
        send("""
                {"id":"evt_1","tenant_id":"acme","destination_id":null,"topic":"order.created","eligible_for_retry":false,
                 "time":"2026-03-04T05:06:07.891234+01:00","metadata":{"source":"crm"},"nonsense":[1],
                 "data": {"b" : 1.0, "a":"<é>"}}""");
        assertThat(awaitTasks(1))
                .containsExactly(new DeliveryTask(
                        new Event(
                                "evt_1",
                                "acme",
                                null,
                                List.of("orders"),
                                "order.created",
                                false,
                                Instant.parse("2026-03-04T04:06:07.891Z"),
                                Map.of("source", "crm"),
                                "{\"b\" : 1.0, \"a\":\"<é>\"}"),
                        "orders",
                        1,
                        false));
        awaitEmpty();
    }

    @Test
    void publishes_withDefaultsForWhatIsLeftOut() {
        send("{\"tenant_id\":\"acme\",\"topic\":\"order.created\",\"data\":{}}");
        Event event = awaitTasks(1).getFirst().event();
        assertThat(event.id()).isNotEmpty();
        assertThat(event.eligibleForRetry()).isTrue();
        assertThat(event.metadata()).isEmpty();
        assertThat(event.time()).isEqualTo(clock.instant().truncatedTo(ChronoUnit.MILLIS));
    }

    /** The publisher wasn't sure whether it had sent it. */
    @Test
    void acknowledges_whatWasPublishedBeforeAndWhatNobodyTakes() {
        send(ORDER);
        send(ORDER);
        send("{\"tenant_id\":\"acme\",\"topic\":\"user.created\",\"data\":{}}");
        send("{\"tenant_id\":\"nobody\",\"topic\":\"user.created\",\"data\":{}}");
        assertThat(awaitTasks(1)).hasSize(1);
        awaitEmpty();
        assertThat(count(rejected)).isZero();
    }

    /** What never will be an event doesn't go round. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "not JSON",
                "",
                "[]",
                "{\"tenant_id\":\"acme\"}",
                "{\"tenant_id\":\"acme\",\"data\":null}",
                "{\"tenant_id\":\"acme\",\"data\":\"text\"}",
                "{\"tenant_id\":\"acme\",\"data\":[1]}",
                "{\"tenant_id\":\"acme\",\"data\":{},\"metadata\":{\"count\":42}}",
                "{\"tenant_id\":\"acme\",\"data\":{},\"time\":\"yesterday\"}",
                "{\"tenant_id\":\"acme\",\"data\":{},\"id\":7}",
                "{\"tenant_id\":\"acme\",\"data\":{},\"eligible_for_retry\":\"no\"}",
                "{\"tenant_id\":\"a:b\",\"data\":{}}",
                "{\"data\":{}}"
            })
    void rejects_whatIsNoEvent(String body) {
        send(body);
        await().atMost(PATIENCE).until(() -> count(rejected) == 1);
        assertThat(new String(get(rejected).getBody(), StandardCharsets.UTF_8)).isEqualTo(body);
        awaitEmpty();
    }

    @Test
    void rejects_whatIsTooLarge() {
        send("{\"tenant_id\":\"acme\",\"topic\":\"order.created\",\"data\":{\"x\":\"" + "y".repeat(1_000) + "\"}}");
        await().atMost(PATIENCE).until(() -> count(rejected) == 1);
    }

    @Test
    void rejects_whatNamesNoTopicWhereTopicsAreFixed() {
        restart(QUICK.withRequiresTopic(true), List.of("order.created"));
        send("{\"tenant_id\":\"acme\",\"data\":{}}");
        await().atMost(PATIENCE).until(() -> count(rejected) == 1);
    }

    /** The queue behind us is away for a moment: the event waits in its own. */
    @Test
    void putsBack_whatCouldNotBePublished() {
        faults.failNext(3);
        send(ORDER);
        assertThat(awaitTasks(1)).hasSize(1);
        awaitEmpty();
        assertThat(faults.failures()).isEqualTo(3);
    }

    /** A topic that nobody configured yet: it comes again for ever by default, and as often as is allowed otherwise. */
    @Test
    void putsBack_anUnknownTopicAsOftenAsItMay() {
        restart(QUICK.withMaxRedeliveries(2), List.of("order.created"));
        send("{\"tenant_id\":\"acme\",\"topic\":\"order.deleted\",\"data\":{}}", "msg-1");
        await().atMost(PATIENCE).until(() -> count(rejected) == 1);
        assertThat(counted("msg-1")).isEqualTo("3");
        awaitEmpty();
    }

    @Test
    void putsBack_anUnknownTopicForEverByDefault() {
        restart(QUICK, List.of("order.created"));
        send("{\"tenant_id\":\"acme\",\"topic\":\"order.deleted\",\"data\":{}}");
        await().during(Duration.ofMillis(500)).atMost(PATIENCE).until(() -> count(rejected) == 0);
        restart(QUICK, List.of("order.created", "order.deleted"));
        assertThat(awaitTasks(1)).hasSize(1);
    }

    /** Its publisher gave it no id: it is known by its bytes. */
    @Test
    void neverComesAgain_whereItMayNot() throws NoSuchAlgorithmException {
        String body = "{\"tenant_id\":\"acme\",\"topic\":\"order.deleted\",\"data\":{}}";
        restart(QUICK.withMaxRedeliveries(0), List.of("order.created"));
        send(body);
        await().atMost(PATIENCE).until(() -> count(rejected) == 1);
        String digest = HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(body.getBytes(StandardCharsets.UTF_8)));
        assertThat(counted(digest)).isEqualTo("1");
        assertThat(redis.commands()
                        .ttl(redis.key("publishmq:failures:" + digest))
                        .block())
                .isBetween(86_000L, 86_400L);
    }

    /** The rest stays where other processes find it. */
    @Test
    void keepsNoMoreInHandThanItMay() {
        restart(QUICK.withConcurrency(1, 2).withPause(Duration.ofMinutes(1)), List.of("order.created"));
        for (int i = 0; i < 5; i++) {
            send("{\"tenant_id\":\"acme\",\"topic\":\"order.deleted\",\"data\":{\"n\":%d}}".formatted(i));
        }
        await().during(Duration.ofMillis(300)).atMost(PATIENCE).until(() -> count(publishQueue) == 3);
        worker.stop().block();
        await().atMost(PATIENCE).until(() -> count(publishQueue) == 5);
    }

    private void restart(IntakeSettings settings, List<String> topics) {
        worker.stop().block();
        start(settings, topics);
    }

    private void start(IntakeSettings settings, List<String> topics) {
        worker = new IntakeWorker(
                new RabbitEventSource(rabbit, publishQueue, settings.drain()),
                new EventPublisher(tenants, queue, idempotency, EventPublisherSettings.DEFAULTS.withTopics(topics)),
                new RedisFailureCounter(redis),
                new CountingIds(),
                clock,
                settings);
        worker.start();
    }

    private void send(String body) {
        send(body, null);
    }

    private void send(String body, @Nullable String id) {
        rabbit.call(channel -> channel.basicPublish(
                        "",
                        publishQueue,
                        new BasicProperties.Builder().messageId(id).build(),
                        body.getBytes(StandardCharsets.UTF_8)))
                .block();
    }

    private List<DeliveryTask> awaitTasks(int count) {
        await().atMost(PATIENCE)
                .until(() -> Objects.requireNonNull(queue.depth().block()) >= count);
        return Queues.drain(queue);
    }

    private void awaitEmpty() {
        await().atMost(PATIENCE).until(() -> count(publishQueue) == 0);
        worker.stop().block();
        // What was in hand and not settled would be back.
        await().during(Duration.ofMillis(300)).atMost(PATIENCE).until(() -> count(publishQueue) == 0);
    }

    private String counted(String key) {
        return RedisConnection.text(Objects.requireNonNull(
                redis.commands().get(redis.key("publishmq:failures:" + key)).block()));
    }

    private long count(String name) {
        return Objects.requireNonNull(
                rabbit.ask(channel -> channel.messageCount(name)).block());
    }

    private GetResponse get(String from) {
        return Objects.requireNonNull(
                rabbit.ask(channel -> channel.basicGet(from, true)).block());
    }
}
