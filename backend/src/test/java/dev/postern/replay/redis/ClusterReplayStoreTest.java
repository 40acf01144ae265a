package dev.postern.replay.redis;

import dev.postern.redis.RedisConnection;
import dev.postern.replay.ReplaySettings;
import dev.postern.replay.ReplayStore;
import dev.postern.replay.ReplayStoreContract;
import dev.postern.servers.TestRedisCluster;
import org.junit.jupiter.api.AfterEach;

class ClusterReplayStoreTest extends ReplayStoreContract {

    private final RedisConnection redis = TestRedisCluster.connect();

    @AfterEach
    void disconnect() {
        redis.close();
    }

    @Override
    protected ReplayStore create(ReplaySettings settings) {
        return new RedisReplayStore(redis, settings);
    }
}
