package dev.postern.queue.redis;

import dev.postern.model.LogEntry;
import dev.postern.queue.LogEntryCodec;
import dev.postern.queue.MessageCodec;
import dev.postern.queue.MessageQueue;
import dev.postern.queue.MessageQueueContract;
import dev.postern.queue.QueueSettings;
import dev.postern.queue.Samples;
import dev.postern.redis.RedisConnection;
import dev.postern.servers.TestRedis;
import java.util.Map;

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

    @Override
    protected MessageCodec<LogEntry> codec() {
        return new LogEntryCodec();
    }

    @Override
    protected void publishUndecodable(String body) {
        redis.commands()
                .xadd(redis.key("postern:queue:{log}"), Map.of("body", RedisConnection.bytes(body)))
                .block();
    }
}
