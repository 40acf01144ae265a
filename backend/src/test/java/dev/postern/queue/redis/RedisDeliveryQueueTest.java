package dev.postern.queue.redis;

import dev.postern.model.DeliveryTask;
import dev.postern.queue.DeliveryTaskCodec;
import dev.postern.queue.MessageCodec;
import dev.postern.queue.MessageQueue;
import dev.postern.queue.MessageQueueContract;
import dev.postern.queue.QueueSettings;
import dev.postern.queue.Samples;
import dev.postern.redis.RedisConnection;
import dev.postern.servers.TestRedis;
import java.util.Map;

class RedisDeliveryQueueTest extends MessageQueueContract<DeliveryTask> {

    private final RedisConnection redis = TestRedis.connect();

    @Override
    protected void disconnect() {
        redis.close();
    }

    @Override
    protected MessageQueue<DeliveryTask> create(QueueSettings settings) {
        return new RedisDeliveryQueue(redis, settings);
    }

    @Override
    protected DeliveryTask message(int number) {
        return Samples.task(number);
    }

    @Override
    protected MessageCodec<DeliveryTask> codec() {
        return new DeliveryTaskCodec();
    }

    @Override
    protected void publishUndecodable(String body) {
        redis.commands()
                .xadd(redis.key("postern:queue:{delivery}"), Map.of("body", RedisConnection.bytes(body)))
                .block();
    }
}
