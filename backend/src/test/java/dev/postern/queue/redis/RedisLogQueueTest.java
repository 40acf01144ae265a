package dev.postern.queue.redis;

import dev.postern.model.LogEntry;
import dev.postern.queue.MessageQueue;
import dev.postern.queue.MessageQueueContract;
import dev.postern.queue.QueueSettings;
import dev.postern.queue.Samples;
import dev.postern.redis.RedisConnection;
import dev.postern.servers.TestRedis;

class RedisLogQueueTest extends MessageQueueContract<LogEntry> {

    private final RedisConnection redis = TestRedis.connect();

    @Override
    protected void disconnect() {
        redis.close();
    }

    @Override
    protected MessageQueue<LogEntry> create(QueueSettings settings) {
        return new RedisLogQueue(redis, settings);
    }

    @Override
    protected LogEntry message(int number) {
        return Samples.entry(number);
    }
}
