package dev.postern.queue.redis;

import dev.postern.model.OperatorEvent;
import dev.postern.queue.OperatorEventCodec;
import dev.postern.queue.OperatorEventQueue;
import dev.postern.queue.QueueSettings;
import dev.postern.redis.RedisConnection;

/** Operator events in the Redis stream {@code postern:queue:{opevents}}. */
public final class RedisOperatorEventQueue extends RedisQueue<OperatorEvent> implements OperatorEventQueue {

    public RedisOperatorEventQueue(RedisConnection redis, QueueSettings settings) {
        super(new RedisStream(redis, "opevents", settings), new OperatorEventCodec());
    }
}
