package dev.postern.queue.rabbitmq;

import dev.postern.rabbitmq.RabbitConnection;
import dev.postern.rabbitmq.RabbitMessage;
import dev.postern.redis.RedisConnection;
import dev.postern.servers.TestRabbit;
import dev.postern.servers.TestRedis;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Queues that one test has to itself, on the shared broker. */
final class Brokers implements AutoCloseable {

    final RedisConnection redis = TestRedis.connect();
    final RabbitConnection rabbit = TestRabbit.connect(TestRabbit.settings().withRenewal(Duration.ofSeconds(1)));
    final RabbitNames names =
            RabbitNames.of(TestRabbit.name("exchange"), TestRabbit.name("delivery"), TestRabbit.name("log"));
    final RabbitQueues queues = new RabbitQueues(rabbit, redis, names, true);

    Brokers() {
        queues.ensure().block();
    }

    /** As some other program may. */
    void put(String queue, String body) {
        rabbit.publish(List.of(RabbitMessage.of(names.exchange(), queue, body.getBytes(StandardCharsets.UTF_8))))
                .block();
    }

    /**
     * Whether {@code x-delivery-count} grows with what a quorum queue sent to a consumer that had just been cancelled,
     * and took back by itself (rabbitmq-server#3729). From 4 on it counts failures alone, and
     * {@code x-acquired-count} the rest.
     */
    boolean countWhatNobodyTook() {
        String version = rabbit.ask(channel -> String.valueOf(
                        channel.getConnection().getServerProperties().get("version")))
                .blockOptional()
                .orElseThrow();
        return Integer.parseInt(version.substring(0, version.indexOf('.'))) < 4;
    }

    @Override
    public void close() {
        rabbit.call(channel -> {
                    channel.queueDelete(names.deliveryQueue());
                    channel.queueDelete(names.logQueue());
                    channel.queueDelete(names.deliveryDeadLetters());
                    channel.queueDelete(names.logDeadLetters());
                    channel.exchangeDelete(names.exchange());
                })
                .block();
        rabbit.close();
        redis.close();
    }
}
