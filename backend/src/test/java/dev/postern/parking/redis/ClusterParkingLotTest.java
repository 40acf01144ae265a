package dev.postern.parking.redis;

import dev.postern.parking.ParkingLot;
import dev.postern.parking.ParkingLotContract;
import dev.postern.parking.ParkingSettings;
import dev.postern.redis.RedisConnection;
import dev.postern.servers.TestRedisCluster;
import org.junit.jupiter.api.AfterEach;

class ClusterParkingLotTest extends ParkingLotContract {

    private final RedisConnection redis = TestRedisCluster.connect();

    @AfterEach
    void disconnect() {
        redis.close();
    }

    @Override
    protected ParkingLot create(ParkingSettings settings) {
        return new RedisParkingLot(redis, settings);
    }
}
