package dev.postern.queue.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.GetResponse;
import dev.postern.model.DeliveryTask;
import dev.postern.queue.DeadLetter;
import dev.postern.queue.DeliveryQueue;
import dev.postern.queue.DeliveryTaskCodec;
import dev.postern.queue.MessageQueue.Message;
import dev.postern.queue.QueueSettings;
import dev.postern.queue.Samples;
import dev.postern.rabbitmq.RabbitConnection;
import dev.postern.redis.RedisConnection;
import dev.postern.servers.TestRabbit;
import io.lettuce.core.SetArgs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.test.StepVerifier;

/** What befalls queues on RabbitMQ, beside what every queue goes through. */
class RabbitQueuesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final QueueSettings QUICK =
            QueueSettings.defaults().withNackDelay(Duration.ofMillis(20)).withVisibility(Duration.ofMillis(400));

    private final Brokers brokers = new Brokers();
    private final String name = brokers.names.deliveryQueue();
    private final DeliveryQueue queue = brokers.queues.delivery(QUICK);
    private final List<Message<DeliveryTask>> messages = new CopyOnWriteArrayList<>();
    private Disposable consumer = () -> {};

    @AfterEach
    void disconnect() {
        consumer.dispose();
        brokers.close();
    }

    /** An Outpost beside us reads the same queue. */
    @Test
    void publish_sendsWhatOutpostSends() {
        queue.publish(List.of(Samples.task(1))).block();
        GetResponse found = get(name);
        assertThat(found.getBody()).isEqualTo(new DeliveryTaskCodec().encode(Samples.task(1)));
        assertThat(found.getEnvelope().getExchange()).isEqualTo(brokers.names.exchange());
        assertThat(found.getEnvelope().getRoutingKey()).isEqualTo(name);
    }

    /** A task whose process dies over it, each time, be it ours or an Outpost: the broker counts. */
    @Test
    void consume_givesUpOnWhatKillsItsConsumers() {
        queue.publish(List.of(Samples.task(1))).block();
        consume(queue);
        for (int death = 1; death <= Topology.DELIVERY_LIMIT; death++) {
            int deaths = death;
            await().atMost(PATIENCE).until(() -> messages.size() == deaths);
            dropConnection(brokers.rabbit);
        }
        await().atMost(PATIENCE).until(() -> depthOf(brokers.names.deliveryDeadLetters()) == 1);
        assertThat(messages).extracting(Message::receives).containsExactly(1, 2, 3, 4, 5);
        assertThat(messages).extracting(Message::failures).containsExactly(0, 1, 2, 3, 4);
    }

    /** What the broker set aside by itself, when an Outpost consumed, is listed too. */
    @Test
    void deadLetters_showTheBrokersOwn() {
        queue.publish(List.of(Samples.task(1))).block();
        brokers.rabbit
                .call(channel -> channel.basicReject(
                        channel.basicGet(name, false).getEnvelope().getDeliveryTag(), false))
                .block();
        await().atMost(PATIENCE).until(() -> depthOf(brokers.names.deliveryDeadLetters()) == 1);
        DeadLetter letter = Objects.requireNonNull(
                        queue.deadLetters().list(5, null).block())
                .items()
                .getFirst();
        assertThat(letter.reason()).isEqualTo("the broker's: rejected");
        assertThat(queue.deadLetters().redrive(List.of(letter.id())).block()).containsExactly(letter.id());
        consume(queue);
        await().atMost(PATIENCE).until(() -> messages.size() == 1);
        assertThat(messages.getFirst().body()).isEqualTo(Samples.task(1));
    }

    /** Somebody watches the dead letters all day: looking takes nothing away, however often. */
    @Test
    void deadLetters_outliveBeingLookedAt() {
        putRaw("not JSON");
        consume(queue);
        await().atMost(PATIENCE).until(() -> depthOf(brokers.names.deliveryDeadLetters()) == 1);
        DeadLetter first = Objects.requireNonNull(
                        queue.deadLetters().list(5, null).block())
                .items()
                .getFirst();
        for (int i = 0; i < 30; i++) {
            assertThat(queue.deadLetters().retrieve(first.id()).block()).isEqualTo(first);
        }
        GetResponse letter = get(brokers.names.deliveryDeadLetters());
        assertThat((Long) letter.getProps().getHeaders().getOrDefault("x-delivery-count", 0L))
                .isLessThan(15);
    }

    /** A firewall forgets the connection: what is in hand comes again, and whoever acknowledges it is told. */
    @Test
    void consume_goesOnAfterADroppedConnection() {
        queue.publish(List.of(Samples.task(1))).block();
        consume(queue);
        await().atMost(PATIENCE).until(() -> messages.size() == 1);
        dropConnection(brokers.rabbit);
        await().atMost(PATIENCE).until(() -> messages.size() == 2);
        StepVerifier.create(messages.getFirst().ack())
                .expectErrorMessage(
                        "the connection that brought a message of '%s' is gone: it comes again".formatted(name))
                .verify(PATIENCE);
        messages.get(1).ack().block();
        assertThat(queue.depth().block()).isZero();
    }

    /** Somebody deleted the queue under a running gateway. */
    @Test
    void consume_goesOnAfterTheQueueWasDeleted() {
        consume(queue);
        queue.publish(List.of(Samples.task(1))).block();
        await().atMost(PATIENCE).until(() -> messages.size() == 1);
        brokers.rabbit.call(channel -> channel.queueDelete(name)).block();
        await().atMost(PATIENCE).until(() -> {
            // What comes while the queue is being deleted is confirmed, and deleted with it.
            queue.publish(List.of(Samples.task(2))).block();
            return messages.size() > 1;
        });
        assertThat(messages.getLast().body()).isEqualTo(Samples.task(2));
    }

    /** A quiet night: consumers look after their queues, and miss nothing. */
    @Test
    void consume_renewsItselfWhereNothingComes() {
        consume(queue);
        for (int number = 0; number < 3; number++) {
            int count = number + 1;
            await().during(Duration.ofMillis(1_500)).atMost(PATIENCE).until(() -> messages.size() == count - 1);
            queue.publish(List.of(Samples.task(number))).block();
            await().atMost(PATIENCE).until(() -> messages.size() == count);
            messages.getLast().ack().block();
        }
        assertThat(messages).extracting(Message::receives).containsOnly(1);
    }

    /** The operator bounded the queue himself, by a policy or an argument: the broker refuses, and nothing is lost. */
    @Test
    void publish_waitsWhereTheBrokerRefuses() {
        brokers.rabbit
                .call(channel -> {
                    channel.queueDelete(name);
                    channel.queueDeclare(
                            name, true, false, false, Map.of("x-max-length", 1, "x-overflow", "reject-publish"));
                    channel.queueBind(name, brokers.names.exchange(), name);
                })
                .block();
        var impatient = brokers.queues.delivery(QUICK.withPublishWait(Duration.ofMillis(100)));
        impatient.publish(List.of(Samples.task(1))).block();
        StepVerifier.create(impatient.publish(List.of(Samples.task(2))))
                .expectErrorSatisfies(e -> assertThat(e).hasMessageContaining("full"))
                .verify(PATIENCE);
        var waiting = queue.publish(List.of(Samples.task(2))).toFuture();
        consumer = queue.consume(1)
                .flatMap(message -> {
                    messages.add(message);
                    return message.ack();
                })
                .subscribe();
        await().atMost(PATIENCE).until(() -> messages.size() == 2);
        waiting.join();
    }

    /** The queues are the operator's own, of another kind: they are used as they are. */
    @Test
    void ensure_leavesWhatIsThere() {
        RabbitNames own =
                RabbitNames.of(TestRabbit.name("exchange"), TestRabbit.name("delivery"), TestRabbit.name("log"));
        brokers.rabbit
                .call(channel -> channel.queueDeclare(own.deliveryQueue(), true, false, false, Map.of()))
                .block();
        new RabbitQueues(brokers.rabbit, brokers.redis, own, true).ensure().block();
        new RabbitQueues(brokers.rabbit, brokers.redis, own, true).ensure().block();
        assertThat(depthOf(own.logQueue())).isZero();
        assertThat(depthOf(own.logDeadLetters())).isZero();
    }

    @Test
    void ensure_declaresNothingWhereItMayNot() {
        RabbitNames absent =
                RabbitNames.of(TestRabbit.name("exchange"), TestRabbit.name("delivery"), TestRabbit.name("log"));
        StepVerifier.create(new RabbitQueues(brokers.rabbit, brokers.redis, absent, false).ensure())
                .expectErrorSatisfies(e -> assertThat(e)
                        .hasMessageContaining(absent.deliveryQueue())
                        .hasMessageContaining("MQS_AUTO_PROVISION is false"))
                .verify(PATIENCE);
    }

    /** Another process, or an Outpost, is declaring at this moment. */
    @Test
    void ensure_waitsForTheLock() {
        RabbitNames absent =
                RabbitNames.of(TestRabbit.name("exchange"), TestRabbit.name("delivery"), TestRabbit.name("log"));
        brokers.redis
                .commands()
                .set("outpost:lock", RedisConnection.bytes("another"), SetArgs.Builder.px(3_000))
                .block();
        new RabbitQueues(brokers.rabbit, brokers.redis, absent, true).ensure().block(PATIENCE);
        assertThat(depthOf(absent.deliveryQueue())).isZero();
        assertThat(brokers.redis.commands().exists("outpost:lock").block()).isZero();
    }

    private void consume(DeliveryQueue from) {
        consumer = from.consume(50).subscribe(messages::add);
    }

    private void putRaw(String body) {
        brokers.put(name, body);
    }

    private GetResponse get(String from) {
        return Objects.requireNonNull(
                brokers.rabbit.ask(channel -> channel.basicGet(from, true)).block());
    }

    private long depthOf(String name) {
        return Objects.requireNonNull(
                brokers.rabbit.ask(channel -> channel.messageCount(name)).block());
    }

    /** The connection that consumes; it is made again. */
    private static void dropConnection(RabbitConnection rabbit) {
        rabbit.call(channel -> channel.getConnection().abort()).block();
    }
}
