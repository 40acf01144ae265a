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
