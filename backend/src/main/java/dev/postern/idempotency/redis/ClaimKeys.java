package dev.postern.idempotency.redis;

import dev.postern.idempotency.ClaimKey;
import dev.postern.redis.RedisConnection;
import io.lettuce.core.cluster.SlotHash;
import java.util.List;
import java.util.stream.IntStream;

/** Outpost's key of a claim and ours, in one slot of a cluster whatever the ids in them are. */
final class ClaimKeys {

    /** Twenty times the slots: each of so many tags has its own, near enough, so that one of them fits. */
    private static final int MOST_TAGS = 20 * SlotHash.SLOT_COUNT;

    static List<String> of(RedisConnection redis, ClaimKey key) {
        String outposts = redis.key("idempotency:" + key.name());
        return List.of(outposts, redis.key("postern:claim:" + tagged(outposts)));
    }

    /** The key behind a tag that has its slot. */
    private static String tagged(String key) {
        int open = key.indexOf('{');
        int close = key.indexOf('}', open + 1);
        if (open >= 0 && close > open + 1) {
            return key.substring(open, close + 1) + key;
        }
        return key.indexOf('}') < 0 ? "{" + key + "}" : searched(key);
    }

    /** Braces of an event's id that make no tag, and that would break one: looked for, since nobody has such ids. */
    private static String searched(String key) {
        int slot = SlotHash.getSlot(key);
        return IntStream.range(0, MOST_TAGS)
                        .mapToObj(n -> "{" + n + "}")
                        .filter(tag -> SlotHash.getSlot(tag) == slot)
                        .findFirst()
                        .orElseThrow()
                + key;
    }

    private ClaimKeys() {}
}
