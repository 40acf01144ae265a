package dev.postern.queue.redis;

import dev.postern.model.DeliveryTask;
import dev.postern.queue.DeadLetters;
import dev.postern.queue.DeliveryQueue;
import dev.postern.queue.DeliveryTaskCodec;
import dev.postern.queue.MessageQueue;
import dev.postern.queue.QueueSettings;
import dev.postern.redis.RedisConnection;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Delivery tasks in the Redis stream {@code postern:queue:{delivery}}. */
public final class RedisDeliveryQueue implements DeliveryQueue {

    private final MessageQueue<DeliveryTask> queue;

    public RedisDeliveryQueue(RedisConnection redis, QueueSettings settings) {
        queue = new RedisQueue<>(new RedisStream(redis, "delivery", settings), new DeliveryTaskCodec());
    }

    @Override
    public Mono<Void> publish(List<DeliveryTask> messages) {
        return queue.publish(messages);
    }

    @Override
    public Flux<Message<DeliveryTask>> consume(int prefetch) {
        return queue.consume(prefetch);
    }

    @Override
    public Mono<Long> depth() {
        return queue.depth();
    }

    @Override
    public DeadLetters deadLetters() {
        return queue.deadLetters();
    }
}
