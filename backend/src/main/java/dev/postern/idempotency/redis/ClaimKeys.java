package dev.postern.idempotency.redis;

import dev.postern.idempotency.ClaimKey;
import dev.postern.redis.RedisConnection;
import dev.postern.redis.SlotTag;
import java.util.List;

/** Outpost's key of a claim and ours, in one slot of a cluster whatever the ids in them are. */
final class ClaimKeys {

    static List<String> of(RedisConnection redis, ClaimKey key) {
        String outposts = redis.key("idempotency:" + key.name());
        return List.of(outposts, redis.key("postern:claim:" + SlotTag.of(outposts)));
    }

    private ClaimKeys() {}
}
