package dev.postern.retry.redis;

import dev.postern.redis.RedisConnection;
import java.util.List;

/**
 * The keys of the retry queue.
 *
 * @param queues the set of all queues' names
 * @param schedule the sorted set of message ids by due time
 * @param messages the hash of bodies and counters
 */
record RetryKeys(String queues, String schedule, String messages) {

    static final String QUEUE = "deliverymq-retry";

    /** Outpost up to 1.6. The two keys lie in different slots of a cluster. */
    static RetryKeys plain(RedisConnection redis) {
        return of(redis, QUEUE);
    }

    /** After Outpost's migration 004: one slot, and one per deployment. */
    static RetryKeys tagged(RedisConnection redis) {
        return of(redis, "{" + redis.key(QUEUE) + "}");
    }

    private static RetryKeys of(RedisConnection redis, String name) {
        String schedule = redis.key("rsmq:" + name);
        return new RetryKeys(redis.key("rsmq:QUEUES"), schedule, schedule + ":Q");
    }

    List<String> pair() {
        return List.of(schedule, messages);
    }
}
