package dev.postern.queue.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.model.DeliveryTask;
import dev.postern.model.Outage;
import dev.postern.queue.DeliveryQueue;
import dev.postern.queue.MessageQueue.Message;
import dev.postern.queue.QueueSettings;
import dev.postern.queue.Samples;
import dev.postern.rabbitmq.RabbitConnection;
import dev.postern.redis.RedisConnection;
import dev.postern.servers.CountingPort;
import dev.postern.servers.LocalRabbit;
import dev.postern.servers.TestRabbit;
import dev.postern.servers.TestRedis;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The broker dies and comes back under working queues. */
class RabbitFaultsTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private LocalRabbit broker;
    private RedisConnection redis;
    private RabbitConnection rabbit;
    private DeliveryQueue queue;

    @BeforeEach
    void start() {
        broker = TestRabbit.own();
        redis = TestRedis.connect();
        rabbit = TestRabbit.connect(broker.settings());
        var queues = new RabbitQueues(rabbit, redis, RabbitNames.DEFAULTS, true);
        queues.ensure().block();
        queue = queues.delivery(QueueSettings.defaults().withNackDelay(Duration.ofMillis(20)));
    }

    @AfterEach
    void stop() {
        if (broker != null) {
            rabbit.close();
            redis.close();
            broker.close();
        }
    }

    /** The machine under the broker loses power while events are published and delivered. */
    @Test
    void kill_losesNothingThatWasAcknowledged() {
        Set<Integer> acknowledged = ConcurrentHashMap.newKeySet();
        Set<String> taken = ConcurrentHashMap.newKeySet();
        Disposable publisher = Flux.range(0, Integer.MAX_VALUE)
                .flatMap(
                        number -> queue.publish(List.of(Samples.task(number)))
                                .doOnSuccess(done -> acknowledged.add(number))
                                .onErrorComplete(),
                        20)
                .subscribe();
        Disposable consumer =
                queue.consume(50).flatMap(message -> settle(message, taken)).subscribe();

        awaitMore(acknowledged, 200);
        broker.kill();
        broker.startAgain();
        awaitMore(acknowledged, 200);
        publisher.dispose();

        await().atMost(PATIENCE).until(() -> acknowledged.stream().allMatch(number -> taken.contains("evt_" + number)));
        await().atMost(PATIENCE).until(() -> Objects.equals(queue.depth().block(), 0L));
        consumer.dispose();
    }

    /** The broker is still away when a worker starts. */
    @Test
    void consume_waitsForABrokerThatIsAway() {
        broker.kill();
        Set<String> taken = ConcurrentHashMap.newKeySet();
        Disposable consumer =
                queue.consume(5).flatMap(message -> settle(message, taken)).subscribe();
        assertThat(queue.publish(List.of(Samples.task(1)))
                        .then(Mono.just("published"))
                        .onErrorResume(e -> Mono.just(String.valueOf(e.getMessage())))
                        .block())
                .startsWith("RabbitMQ at amqp://127.0.0.1:")
                .doesNotContain("guest");
        broker.startAgain();
        queue.publish(List.of(Samples.task(2))).retry(20).block();
        await().atMost(PATIENCE).until(() -> taken.contains("evt_2"));
        consumer.dispose();
    }

    /** The broker is away for long: it is looked for less and less often, not in a loop, and somebody can see it. */
    @Test
    void consume_looksForABrokerThatIsAwayLessAndLessOften() {
        Set<String> taken = ConcurrentHashMap.newKeySet();
        Disposable consumer =
                queue.consume(5).flatMap(message -> settle(message, taken)).subscribe();
        queue.publish(List.of(Samples.task(1))).block();
        await().atMost(PATIENCE).until(() -> taken.contains("evt_1"));
        assertThat(queue.outage()).isEmpty();

        broker.kill();
        try (var stranger = new CountingPort(broker.port())) {
            await().atMost(PATIENCE).until(() -> queue.outage().isPresent());
            Instant since = queue.outage().orElseThrow().since();
            // 100, 200, 400, 800 ms between them, at the least.
            await().atMost(PATIENCE).until(() -> stranger.connections() >= 6);
            assertThat(Duration.between(since, Instant.ofEpochMilli(System.currentTimeMillis())))
                    .isGreaterThan(Duration.ofMillis(1_500));
            assertThat(queue.outage()).map(Outage::since).hasValue(since);
            assertThat(queue.outage().orElseThrow().kind())
                    .doesNotContain("guest")
                    .endsWith("Exception");
        }
        broker.startAgain();
        await().atMost(PATIENCE).until(() -> queue.outage().isEmpty());
        queue.publish(List.of(Samples.task(2))).retry(20).block();
        await().atMost(PATIENCE).until(() -> taken.contains("evt_2"));
        consumer.dispose();
    }

    private static Mono<Void> settle(Message<DeliveryTask> message, Set<String> taken) {
        return message.ack()
                .doOnSuccess(done -> taken.add(message.body().event().id()))
                // It comes again.
                .onErrorComplete();
    }

    private static void awaitMore(Set<Integer> acknowledged, int more) {
        int before = acknowledged.size();
        await().atMost(PATIENCE).until(() -> acknowledged.size() >= before + more);
    }
}
