package dev.postern.alert.redis;

import dev.postern.alert.FailureCounter;
import dev.postern.alert.FailureCounterContract;
import dev.postern.redis.RedisConnection;
import dev.postern.servers.TestRedisCluster;
import org.junit.jupiter.api.AfterEach;

class ClusterFailureCounterTest extends FailureCounterContract {

    private final RedisConnection redis = TestRedisCluster.connect();

    @AfterEach
    void disconnect() {
        redis.close();
    }

    @Override
    protected FailureCounter create() {
        return new RedisFailureCounter(redis);
    }
}
