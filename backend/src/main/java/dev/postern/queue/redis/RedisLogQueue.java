package dev.postern.queue.redis;

import dev.postern.model.LogEntry;
import dev.postern.queue.DeadLetters;
import dev.postern.queue.LogEntryCodec;
import dev.postern.queue.LogQueue;
import dev.postern.queue.MessageQueue;
import dev.postern.queue.QueueSettings;
import dev.postern.redis.RedisConnection;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Log entries in the Redis stream {@code postern:queue:{log}}. */
public final class RedisLogQueue implements LogQueue {

    private final MessageQueue<LogEntry> queue;

    public RedisLogQueue(RedisConnection redis, QueueSettings settings) {
        queue = new RedisQueue<>(new RedisStream(redis, "log", settings), new LogEntryCodec());
    }

    @Override
    public Mono<Void> publish(List<LogEntry> messages) {
        return queue.publish(messages);
    }

    @Override
    public Flux<Message<LogEntry>> consume(int prefetch) {
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
