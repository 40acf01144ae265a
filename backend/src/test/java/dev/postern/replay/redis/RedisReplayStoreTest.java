package dev.postern.replay.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.logstore.DeliveryFilter;
import dev.postern.logstore.FailureQuery;
import dev.postern.redis.RedisConnection;
import dev.postern.replay.Replay;
import dev.postern.replay.ReplaySettings;
import dev.postern.replay.ReplayStore;
import dev.postern.replay.ReplayStore.Creation;
import dev.postern.replay.ReplayStoreContract;
import dev.postern.servers.TestRedis;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RedisReplayStoreTest extends ReplayStoreContract {

    private final RedisConnection redis = TestRedis.connect();

    @AfterEach
    void disconnect() {
        redis.close();
    }

    /** An operator deletes a key, or a server evicts it: the tenant's place is free again. */
    @Test
    void room_afterAReplayIsLost_isTheTenantsAgain() {
        ReplayStore store = create(ReplaySettings.DEFAULTS.withLimits(10, 1, 1, 10));
        var query = new FailureQuery(DeliveryFilter.ANY, Instant.EPOCH);
        store.create(Replay.started("r1", "acme", 1, Instant.EPOCH), query).block();
        String run = redis.key("postern:{replay}") + ":run:r1";
        assertThat(redis.commands().del(run).block()).isEqualTo(1);

        assertThat(store.create(Replay.started("r2", "acme", 1, Instant.EPOCH), query)
                        .block())
                .isEqualTo(new Creation.Created());
    }

    @Override
    protected ReplayStore create(ReplaySettings settings) {
        return new RedisReplayStore(redis, settings);
    }
}
