package dev.postern.queue.redis;

import dev.postern.model.LogEntry;
import dev.postern.queue.LogEntryCodec;
import dev.postern.queue.LogQueue;
import dev.postern.queue.QueueSettings;
import dev.postern.redis.RedisConnection;

/** Log entries in the Redis stream {@code postern:queue:{log}}. */
public final class RedisLogQueue extends RedisQueue<LogEntry> implements LogQueue {

    public RedisLogQueue(RedisConnection redis, QueueSettings settings) {
        super(new RedisStream(redis, "log", settings), new LogEntryCodec());
    }
}
