package dev.postern.retry.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.redis.RedisConnection;
import dev.postern.retry.RetryScheduler;
import dev.postern.retry.RetrySchedulerContract;
import dev.postern.retry.RetrySettings;
import dev.postern.servers.OwnRedis;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusterRetrySchedulerTest extends RetrySchedulerContract {

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

    @AfterEach
    void disconnect() {
        redis.close();
    }

    @Override
    protected RetryScheduler create(RetrySettings settings) {
        return new RedisRetryScheduler(redis, settings);
    }

    @Test
    void schedule_usesOneSlot() {
        create(RetrySettings.defaults()).schedule(TASK, 1, LATER).block();
        String key = redis.key("rsmq:{" + redis.key("deliverymq-retry") + "}");
        assertThat(redis.commands().zcard(key).block()).isEqualTo(1);
        assertThat(redis.commands().exists(key + ":Q").block()).isEqualTo(1);
    }
}
