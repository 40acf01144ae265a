package dev.postern.redis;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import reactor.core.publisher.Mono;

/** A lock that every process on this Redis shares, whatever its deployment. It frees itself when its time is over. */
public final class RedisLock {

    private static final RedisScript FREE = new RedisScript("""
            if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
            return 0
            """, ScriptOutputType.INTEGER);

    private final RedisConnection redis;
    private final String key;
    private final Duration longest;

    /** @param key as it stands in Redis, without the deployment's prefix */
    public RedisLock(RedisConnection redis, String key, Duration longest) {
        this.redis = redis;
        this.key = key;
        this.longest = longest;
    }

    /** Does the work while it has the lock, and frees it after; false where somebody else has it. */
    public Mono<Boolean> with(Mono<Void> work) {
        return Mono.defer(() -> {
            byte[] token = RedisConnection.bytes(UUID.randomUUID().toString());
            return redis.commands()
                    .set(key, token, SetArgs.Builder.nx().px(longest))
                    .hasElement()
                    .flatMap(locked -> locked
                            ? Mono.usingWhen(
                                    Mono.just(token),
                                    held -> work.thenReturn(true),
                                    held -> redis.run(FREE, List.of(key), List.of(held)))
                            : Mono.just(false));
        });
    }
}
