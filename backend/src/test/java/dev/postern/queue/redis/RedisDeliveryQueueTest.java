package dev.postern.queue.redis;

import dev.postern.model.DeliveryTask;
import dev.postern.queue.MessageQueue;
import dev.postern.queue.MessageQueueContract;
import dev.postern.queue.QueueSettings;
import dev.postern.queue.Samples;
import dev.postern.redis.RedisConnection;
import dev.postern.servers.TestRedis;

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
}
