package dev.postern.queue.redis;

import static dev.postern.redis.RedisConnection.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.postern.model.DeliveryTask;
import dev.postern.model.Outage;
import dev.postern.queue.DeadLetter;
import dev.postern.queue.DeadLetterSettings;
import dev.postern.queue.DeliveryTaskCodec;
import dev.postern.queue.MessageQueue.Message;
import dev.postern.queue.QueueSettings;
import dev.postern.queue.Samples;
import dev.postern.redis.RedisConnection;
import dev.postern.servers.OwnRedis;
import dev.postern.servers.TestRedis;
import io.lettuce.core.Consumer;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.XClaimArgs;
import io.lettuce.core.models.stream.PendingMessage;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
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

    /** Somebody emptied Redis under a running gateway: all that is published from then on arrives. */
    @Test
    void consume_goesOnAfterAFlush() {
        try (OwnRedis server = OwnRedis.start();
                var connection = new RedisConnection(server.settings())) {
            var own = new RedisDeliveryQueue(connection, QUICK);
            consume(own);
            own.publish(List.of(Samples.task(0))).block();
            await().atMost(PATIENCE).until(() -> messages.size() == 1);
            connection.commands().flushall().block();
            for (int batch = 0; batch < 10; batch++) {
                own.publish(List.of(Samples.task(1 + 2 * batch), Samples.task(2 + 2 * batch)))
                        .block();
            }
            await().atMost(PATIENCE).until(() -> messages.size() == 21);
            assertThat(messages.subList(1, 21))
                    .extracting(Message::body)
                    .containsExactlyElementsOf(
                            IntStream.range(1, 21).mapToObj(Samples::task).toList());
            consumer.dispose();
        }
    }

    @Test
    void consume_goesOnAfterTheStreamIsDeleted() {
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

    /** The group alone is gone: what waits in the stream is found by the next. */
    @Test
    void consume_goesOnAfterTheGroupIsDestroyed() {
        consume(queue);
        queue.publish(List.of(Samples.task(1))).block();
        await().atMost(PATIENCE).until(() -> messages.size() == 1);
        messages.getFirst().ack().block();
        redis.commands().xgroupDestroy(key, "postern").block();
        queue.publish(List.of(Samples.task(2))).block();
        await().atMost(PATIENCE).until(() -> messages.size() == 2);
        assertThat(messages.get(1).body()).isEqualTo(Samples.task(2));
    }

    /** The server answers, but with errors alone: it is asked less and less often, not in a loop. */
    @Test
    void consume_asksAServerThatFailsLessAndLessOften() {
        try (OwnRedis server = OwnRedis.start();
                var connection = new RedisConnection(server.settings());
                var pauses = Pauses.watch()) {
            connection
                    .commands()
                    .set(connection.key("postern:queue:{delivery}"), bytes("no stream"))
                    .block();
            consume(new RedisDeliveryQueue(connection, QUICK));
            await().atMost(PATIENCE).until(() -> pauses.all().size() >= 5);
            long reads = calls(connection, "xreadgroup");
            assertThat(pauses.all()).startsWith("PT0.1S", "PT0.2S", "PT0.4S", "PT0.8S", "PT1.6S");
            assertThat(reads).isLessThanOrEqualTo(pauses.all().size() + 1L);
            consumer.dispose();
        }
    }

    /** The server isn't there: it is looked for less and less often, not in a loop. */
    @Test
    void consume_looksForAServerThatIsGoneLessAndLessOften() {
        try (OwnRedis server = OwnRedis.start();
                var connection = new RedisConnection(server.settings());
                var pauses = Pauses.watch()) {
            var own = new RedisDeliveryQueue(connection, QUICK);
            assertThat(own.outage()).isEmpty();
            server.stop();
            consume(own);
            await().atMost(PATIENCE).until(() -> pauses.all().size() >= 5);
            assertThat(pauses.all()).startsWith("PT0.1S", "PT0.2S", "PT0.4S", "PT0.8S", "PT1.6S");
            assertThat(own.outage()).map(Outage::kind).hasValue("ConnectException");
            server.startAgain();
            await().atMost(PATIENCE).until(() -> own.outage().isEmpty());
            own.publish(List.of(Samples.task(1))).retry(20).block();
            await().atMost(PATIENCE).until(() -> messages.size() == 1);
            consumer.dispose();
        }
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

    /** A process was killed: its name goes while others work on, once its messages are theirs. */
    @Test
    void consume_forgetsDeadConsumers() {
        queue.publish(List.of(Samples.task(1))).block();
        consume(queue);
        await().atMost(PATIENCE).until(() -> messages.size() == 1);
        consumer.dispose();
        consume(queue);
        await().atMost(PATIENCE).until(() -> messages.size() == 2);
        messages.get(1).ack().block();
        await().atMost(PATIENCE).until(() -> consumers() == 1);
        assertThat(consumers()).isEqualTo(1);
    }

    /**
     * A worker that lives could not tell the server what became of a message: that says nothing of the
     * message, which another takes after the visibility time.
     */
    @Test
    void consume_doesNotCountTheSilenceOfALivingConsumersMessage() {
        var strict = new RedisDeliveryQueue(
                redis, QUICK.withDeadLetters(DeadLetterSettings.defaults().withMaxFailures(1)));
        strict.publish(List.of(Samples.task(1))).block();
        consume(strict);
        await().atMost(PATIENCE).until(() -> messages.size() == 1);
        var others = new CopyOnWriteArrayList<Message<DeliveryTask>>();
        Disposable other = strict.consume(1).subscribe(others::add);
        PendingMessage pending = Objects.requireNonNull(redis.commands()
                .xpending(key, "postern", Range.unbounded(), Limit.from(1))
                .blockLast());
        await().atMost(PATIENCE).until(() -> {
            redis.commands()
                    .xclaim(
                            key,
                            Consumer.from("postern", pending.getConsumer()),
                            XClaimArgs.Builder.justid().minIdleTime(0).idle(Duration.ofMinutes(1)),
                            pending.getId())
                    .blockLast();
            return !others.isEmpty();
        });
        assertThat(others.getFirst().failures()).isZero();
        assertThat(others.getFirst().body()).isEqualTo(Samples.task(1));
        assertThat(strict.deadLetters().count().block()).isZero();
        other.dispose();
    }

    /** A million messages went through: the stream is as small as on the first day. */
    @Test
    void ack_freesTheMemory() {
        consumer = queue.consume(500).flatMap(Message::ack, 500).subscribe();
        long mostBytes = 0;
        for (int batch = 0; batch < 10; batch++) {
            queue.publish(Collections.nCopies(1_000, Samples.task(batch))).block();
            mostBytes = Math.max(mostBytes, bytesHeld());
            await().atMost(PATIENCE).until(() -> Objects.equals(queue.depth().block(), 0L));
        }
        assertThat(bytesHeld()).isLessThan(mostBytes / 10);
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

    private long bytesHeld() {
        return Objects.requireNonNull(redis.commands().memoryUsage(key).block());
    }

    /** How often the server was given the command. */
    private static long calls(RedisConnection connection, String command) {
        String stats = Objects.requireNonNull(
                connection.commands().info("commandstats").block());
        return Pattern.compile("cmdstat_" + command + ":calls=(\\d+)")
                .matcher(stats)
                .results()
                .mapToLong(hit -> Long.parseLong(hit.group(1)))
                .sum();
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

    /** The pauses that consumers say they make. */
    private record Pauses(Logger logger, ListAppender<ILoggingEvent> appender) implements AutoCloseable {

        static Pauses watch() {
            var logger = (Logger) LoggerFactory.getLogger(RedisConsumer.class);
            var appender = new ListAppender<ILoggingEvent>();
            appender.list = new CopyOnWriteArrayList<>();
            appender.start();
            logger.addAppender(appender);
            return new Pauses(logger, appender);
        }

        List<String> all() {
            return appender.list.stream()
                    .filter(event -> event.getMessage().startsWith("Could not read"))
                    .map(event -> String.valueOf(event.getArgumentArray()[1]))
                    .toList();
        }

        @Override
        public void close() {
            logger.detachAppender(appender);
        }
    }
}
