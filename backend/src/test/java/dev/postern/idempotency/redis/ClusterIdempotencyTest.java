package dev.postern.idempotency.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.idempotency.ClaimKey;
import dev.postern.idempotency.Idempotency;
import dev.postern.idempotency.IdempotencyContract;
import dev.postern.redis.RedisConnection;
import dev.postern.servers.TestRedisCluster;
import io.lettuce.core.cluster.SlotHash;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClusterIdempotencyTest extends IdempotencyContract {

    private final RedisConnection redis = TestRedisCluster.connect();

    @AfterEach
    void disconnect() {
        redis.close();
    }

    @Override
    protected Idempotency create() {
        return new RedisIdempotency(redis);
    }

    /** A script can't reach beyond one slot. */
    @Test
    void keys_shareASlotWhateverTheIds() {
        for (String id : List.of("evt_1", "a{b}c", "a{b", "a}b", "a{}b", "}{", "{}{x}", "ü}")) {
            List<String> keys = ClaimKeys.of(redis, ClaimKey.of("publishmq", "acme", id));
            assertThat(keys).doesNotHaveDuplicates().allMatch(key -> key.startsWith(redis.key("")));
            assertThat(SlotHash.getSlot(keys.getLast())).isEqualTo(SlotHash.getSlot(keys.getFirst()));
        }
    }
}
