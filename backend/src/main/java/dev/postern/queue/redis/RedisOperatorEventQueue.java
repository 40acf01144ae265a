package dev.postern.queue.redis;

import dev.postern.model.OperatorEvent;
import dev.postern.queue.DeadLetters;
import dev.postern.queue.MessageQueue;
import dev.postern.queue.OperatorEventCodec;
import dev.postern.queue.OperatorEventQueue;
import dev.postern.queue.QueueSettings;
import dev.postern.redis.RedisConnection;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Operator events in the Redis stream {@code postern:queue:{opevents}}. */
public final class RedisOperatorEventQueue implements OperatorEventQueue {

    private final MessageQueue<OperatorEvent> queue;

    public RedisOperatorEventQueue(RedisConnection redis, QueueSettings settings) {
        queue = new RedisQueue<>(new RedisStream(redis, "opevents", settings), new OperatorEventCodec());
    }

    @Override
    public Mono<Void> publish(List<OperatorEvent> messages) {
        return queue.publish(messages);
    }

    @Override
    public Flux<Message<OperatorEvent>> consume(int prefetch) {
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
