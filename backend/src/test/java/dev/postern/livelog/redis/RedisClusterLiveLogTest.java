package dev.postern.livelog.redis;

import dev.postern.livelog.LiveLog;
import dev.postern.livelog.LiveLogContract;
import dev.postern.livelog.LiveLogSettings;
import dev.postern.redis.RedisConnection;
import dev.postern.servers.TestRedisCluster;
import org.junit.jupiter.api.AfterEach;

class RedisClusterLiveLogTest extends LiveLogContract {

    private final RedisConnection redis = TestRedisCluster.connect();
    private final RedisLiveLog log = new RedisLiveLog(redis, LiveLogSettings.DEFAULTS);

    @AfterEach
    void disconnect() {
        log.close();
        redis.close();
    }

    @Override
    protected LiveLog first() {
        return log;
    }

    @Override
    protected LiveLog second() {
        return log;
    }
}
