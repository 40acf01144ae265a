package dev.postern.parking.redis;

import static dev.postern.redis.RedisConnection.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.fakes.Samples;
import dev.postern.model.DeliveryTask;
import dev.postern.parking.ParkingLot;
import dev.postern.parking.ParkingLot.Parked;
import dev.postern.parking.ParkingLotContract;
import dev.postern.parking.ParkingSettings;
import dev.postern.redis.RedisConnection;
import dev.postern.servers.TestRedis;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RedisParkingLotTest extends ParkingLotContract {

    private final RedisConnection redis = TestRedis.connect();

    @AfterEach
    void disconnect() {
        redis.close();
    }

    @Override
    protected ParkingLot create(ParkingSettings settings) {
        return new RedisParkingLot(redis, settings);
    }

    /** Somebody wrote into the line by hand: the tasks behind it are not held up for ever. */
    @Test
    void first_passesOverWhatIsBroken() {
        var lot = create(ParkingSettings.DEFAULTS);
        DeliveryTask task = Samples.task("evt_1", "hook", 1);
        redis.commands()
                .xadd(redis.key("postern:{parking}:line:acme:hook"), Map.of("body", bytes("no JSON")))
                .block();
        lot.park(task, Duration.ZERO).block();
        for (int i = 0; i < 2; i++) {
            assertThat(lot.first(task.destinationKey(), 10).block())
                    .extracting(Parked::task)
                    .containsExactly(task);
        }
    }
}
