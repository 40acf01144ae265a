package dev.postern.queue.redis;

import dev.postern.model.DeliveryTask;
import dev.postern.queue.DeliveryTaskCodec;
import dev.postern.queue.MessageCodec;
import dev.postern.queue.MessageQueue;
import dev.postern.queue.MessageQueueContract;
import dev.postern.queue.QueueSettings;
import dev.postern.queue.Samples;
import dev.postern.redis.RedisConnection;
import dev.postern.servers.OwnRedis;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusterDeliveryQueueTest extends MessageQueueContract<DeliveryTask> {

    private OwnRedis server;
    private RedisConnection redis;

    @BeforeAll
    void start(@TempDir Path directory) {
        server = OwnRedis.startCluster(directory);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @BeforeEach
    void connect() {
        redis = new RedisConnection(server.settings()
                .withDeploymentId("t" + UUID.randomUUID().toString().replace("-", "")));
    }

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

    @Override
    protected MessageCodec<DeliveryTask> codec() {
        return new DeliveryTaskCodec();
    }

    @Override
    protected void publishUndecodable(String body) {
        redis.commands()
                .xadd(redis.key("postern:queue:{delivery}"), Map.of("body", RedisConnection.bytes(body)))
                .block();
    }
}
