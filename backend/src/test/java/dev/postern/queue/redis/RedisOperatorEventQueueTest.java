package dev.postern.queue.redis;

import dev.postern.model.OperatorEvent;
import dev.postern.queue.MessageCodec;
import dev.postern.queue.MessageQueue;
import dev.postern.queue.MessageQueueContract;
import dev.postern.queue.OperatorEventCodec;
import dev.postern.queue.QueueSettings;
import dev.postern.redis.RedisConnection;
import dev.postern.servers.TestRedis;
import java.util.Map;

class RedisOperatorEventQueueTest extends MessageQueueContract<OperatorEvent> {

    private final RedisConnection redis = TestRedis.connect();

    @Override
    protected void disconnect() {
        redis.close();
    }

    @Override
    protected MessageQueue<OperatorEvent> create(QueueSettings settings) {
        return new RedisOperatorEventQueue(redis, settings);
    }

    @Override
    protected OperatorEvent message(int number) {
        String id = "id_" + number;
        String text = "text ".repeat(200);
        return new OperatorEvent(
                id,
                "attempt.failed",
                "{\"id\":\"%s\",\"topic\":\"attempt.failed\",\"data\":{\"text\": \"%s\"}}".formatted(id, text));
    }

    @Override
    protected MessageCodec<OperatorEvent> codec() {
        return new OperatorEventCodec();
    }

    @Override
    protected void publishUndecodable(String body) {
        redis.commands()
                .xadd(redis.key("postern:queue:{opevents}"), Map.of("body", RedisConnection.bytes(body)))
                .block();
    }
}
