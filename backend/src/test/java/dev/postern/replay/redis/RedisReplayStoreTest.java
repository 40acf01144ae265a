package dev.postern.replay.redis;

import dev.postern.redis.RedisConnection;
import dev.postern.replay.ReplaySettings;
import dev.postern.replay.ReplayStore;
import dev.postern.replay.ReplayStoreContract;
import dev.postern.servers.TestRedis;
import org.junit.jupiter.api.AfterEach;

class RedisReplayStoreTest extends ReplayStoreContract {

    private final RedisConnection redis = TestRedis.connect();

    @AfterEach
    void disconnect() {
        redis.close();
    }

    @Override
    protected ReplayStore create(ReplaySettings settings) {
        return new RedisReplayStore(redis, settings);
    }
}
