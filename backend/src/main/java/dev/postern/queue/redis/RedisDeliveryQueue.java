package dev.postern.queue.redis;

import dev.postern.model.DeliveryTask;
import dev.postern.queue.DeliveryQueue;
import dev.postern.queue.DeliveryTaskCodec;
import dev.postern.queue.QueueSettings;
import dev.postern.redis.RedisConnection;

/** Delivery tasks in the Redis stream {@code postern:queue:{delivery}}. */
public final class RedisDeliveryQueue extends RedisQueue<DeliveryTask> implements DeliveryQueue {

    public RedisDeliveryQueue(RedisConnection redis, QueueSettings settings) {
        super(new RedisStream(redis, "delivery", settings), new DeliveryTaskCodec());
    }
}
