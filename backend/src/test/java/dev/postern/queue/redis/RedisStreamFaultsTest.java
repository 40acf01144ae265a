package dev.postern.queue.redis;

import static dev.postern.redis.RedisConnection.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.model.DeliveryTask;
import dev.postern.queue.DeadLetter;
import dev.postern.queue.DeliveryTaskCodec;
import dev.postern.queue.MessageQueue.Message;
import dev.postern.queue.QueueSettings;
import dev.postern.queue.Samples;
import dev.postern.redis.RedisConnection;
import dev.postern.servers.OwnRedis;
import dev.postern.servers.TestRedis;
import io.lettuce.core.Range;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

/** What befalls a queue on Redis, beside what every queue goes through. */
class RedisStreamFaultsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final QueueSettings QUICK =
            QueueSettings.defaults().withNackDelay(Duration.ofMillis(20)).withVisibility(Duration.ofMillis(400));

    private final RedisConnection redis = TestRedis.connect();
    private final RedisDeliveryQueue queue = new RedisDeliveryQueue(redis, QUICK);
    private final String key = redis.key("postern:queue:{delivery}");
    private final List<Message<DeliveryTask>> messages = new CopyOnWriteArrayList<>();
    private Disposable consumer = () -> {};

    @AfterEach
    void disconnect() {
        consumer.dispose();
        redis.close();
    }

    /** The entries of a stream are what Outpost's queues carry. */
    @Test
    void publish_writesOneFieldPerEntry() {
        queue.publish(List.of(Samples.task(1))).block();
        assertThat(redis.commands().xrange(key, Range.unbounded()).blockLast()).satisfies(entry -> {
            Map<String, byte[]> body = Objects.requireNonNull(entry).getBody();
            assertThat(body).containsOnlyKeys("body");
            assertThat(body.get("body")).isEqualTo(new DeliveryTaskCodec().encode(Samples.task(1)));
        });
    }

    @Test
    void publish_largePayload() {
        var event = Samples.event("evt_1", "{\"blob\":\"" + "x".repeat(1 << 20) + "\"}");
        List<DeliveryTask> tasks = IntStream.range(0, 20)
                .mapToObj(n -> new DeliveryTask(event, "des_" + n, 1, false))
                .toList();
        queue.publish(tasks).block();
        consume(queue);
        await().atMost(PATIENCE).until(() -> messages.size() == tasks.size());
        assertThat(messages).extracting(Message::body).containsExactlyElementsOf(tasks);
    }

    /** Somebody emptied Redis under a running gateway. */
    @Test
    void consume_goesOnAfterDataLoss() {
        consume(queue);
        queue.publish(List.of(Samples.task(1))).block();
        await().atMost(PATIENCE).until(() -> messages.size() == 1);
        redis.commands().del(key).block();
        messages.getFirst().ack().block();
        queue.publish(List.of(Samples.task(2))).block();
        await().atMost(PATIENCE).until(() -> messages.size() == 2);
        messages.get(1).ack().block();
        assertThat(queue.depth().block()).isZero();
    }

    /** An entry of some other program's: all of it goes aside, and back. */
    @Test
    void consume_setsEntriesWithoutABodyAside() {
        redis.commands().xadd(key, Map.of("other", bytes("field"))).block();
        consume(queue);
        await().atMost(PATIENCE)
                .until(() -> Objects.equals(queue.deadLetters().count().block(), 1L));
        DeadLetter letter = onlyLetter();
        assertThat(letter.reason()).contains("expected: a field named body");
        consumer.dispose();
        queue.deadLetters().redrive(List.of(letter.id())).block();
        assertThat(Objects.requireNonNull(
                                redis.commands().xrange(key, Range.unbounded()).blockLast())
                        .getBody())
                .containsOnlyKeys("other");
    }

    /** What the first version set aside can be read, put back and counted. */
    @Test
    void deadLetters_ofTheFirstVersion() {
        redis.commands()
                .xadd(key + ":dead", Map.of("body", bytes("not JSON"), "reason", bytes("no object")))
                .block();
        DeadLetter letter = onlyLetter();
        assertThat(letter.body()).isEqualTo("not JSON");
        assertThat(letter.reason()).isEqualTo("no object");
        assertThat(letter.cause()).isEqualTo(DeadLetter.Cause.UNDECODABLE);
        assertThat(queue.deadLetters().redrive(List.of(letter.id())).block()).containsExactly(letter.id());
        assertThat(queue.depth().block()).isEqualTo(1);
    }

    /** Workers come and go for years: their names don't pile up. */
    @Test
    void cancel_leavesNoConsumerBehind() {
        consume(queue);
        queue.publish(List.of(Samples.task(1))).block();
        await().atMost(PATIENCE).until(() -> messages.size() == 1);
        consumer.dispose();
        messages.getFirst().ack().block();
        await().atMost(PATIENCE).until(() -> consumers() == 0);
    }

    /** A process was killed: its name goes once its messages are another's. */
    @Test
    void consume_forgetsDeadConsumers() {
        queue.publish(List.of(Samples.task(1))).block();
        consume(queue);
        await().atMost(PATIENCE).until(() -> messages.size() == 1);
        consumer.dispose();
        consume(queue);
        await().atMost(PATIENCE).until(() -> messages.size() == 2);
        messages.get(1).ack().block();
        consumer.dispose();
        await().atMost(PATIENCE).until(() -> {
            consume(queue);
            consumer.dispose();
            return consumers() == 0;
        });
    }

    /** An entry that was trimmed away while it was in hand comes to nobody, and bothers nobody. */
    @Test
    void consume_passesOverEntriesThatAreGone() {
        queue.publish(List.of(Samples.task(1))).block();
        consume(queue);
        await().atMost(PATIENCE).until(() -> messages.size() == 1);
        consumer.dispose();
        redis.commands().xtrim(key, 0).block();
        queue.publish(List.of(Samples.task(2))).block();
        consume(queue);
        await().atMost(PATIENCE).until(() -> messages.size() == 2);
        await().atMost(PATIENCE)
                .until(() -> Objects.requireNonNull(redis.commands()
                                        .xpending(key, "postern")
                                        .block())
                                .getCount()
                        == 1);
        assertThat(messages.get(1).body()).isEqualTo(Samples.task(2));
    }

    /** The server is updated in the night, or wasn't up when the worker started. */
    @Test
    void consume_outlivesAServersRestart() {
        try (OwnRedis server = OwnRedis.start();
                var connection = new RedisConnection(server.settings())) {
            var own = new RedisDeliveryQueue(connection, QUICK);
            server.stop();
            consume(own);
            server.startAgain();
            publishUntilTaken(own, 1);
            server.stop();
            server.startAgain();
            publishUntilTaken(own, 2);
            consumer.dispose();
        }
    }

    private void publishUntilTaken(RedisDeliveryQueue own, int number) {
        own.publish(List.of(Samples.task(number))).retry(10).block();
        await().atMost(PATIENCE)
                .until(() ->
                        messages.stream().anyMatch(message -> message.body().equals(Samples.task(number))));
    }

    private void consume(RedisDeliveryQueue from) {
        Flux<Message<DeliveryTask>> flux = from.consume(50);
        consumer = flux.subscribe(messages::add);
    }

    private DeadLetter onlyLetter() {
        List<DeadLetter> letters = Objects.requireNonNull(
                        queue.deadLetters().list(10, null).block())
                .items();
        assertThat(letters).hasSize(1);
        return letters.getFirst();
    }

    private long consumers() {
        return Objects.requireNonNull(
                redis.commands().xinfoConsumers(key, "postern").count().block());
    }
}
