package dev.postern.alert.redis;

import static dev.postern.redis.RedisConnection.bytes;

import dev.postern.alert.FailureCounter;
import dev.postern.model.DestinationKey;
import dev.postern.redis.RedisConnection;
import dev.postern.redis.RedisScript;
import io.lettuce.core.ScriptOutputType;
import java.util.List;
import reactor.core.publisher.Mono;

/** Failures counted in Redis: a set of attempt ids under {@code alert:<tenant>:<destination>:cf}, as in Outpost. */
public final class RedisFailureCounter implements FailureCounter {

    /** KEYS: the set. Attempt id, most, seconds until it is forgotten → the count. */
    private static final RedisScript FAILED = new RedisScript("""
            if redis.call('SCARD', KEYS[1]) < tonumber(ARGV[2]) then redis.call('SADD', KEYS[1], ARGV[1]) end
            redis.call('EXPIRE', KEYS[1], ARGV[3])
            return redis.call('SCARD', KEYS[1])
            """, ScriptOutputType.INTEGER);

    private final RedisConnection redis;

    public RedisFailureCounter(RedisConnection redis) {
        this.redis = redis;
    }

    @Override
    public Mono<Integer> failed(DestinationKey destination, String deliveryId, int most) {
        return redis.<Long>run(
                        FAILED,
                        List.of(key(destination)),
                        List.of(
                                bytes(deliveryId),
                                bytes(Integer.toString(most)),
                                bytes(Long.toString(FORGOTTEN_AFTER.toSeconds()))))
                .single()
                .map(Math::toIntExact);
    }

    @Override
    public Mono<Void> reset(DestinationKey destination) {
        return Mono.defer(() -> redis.commands().del(key(destination))).then();
    }

    private String key(DestinationKey destination) {
        return redis.key("alert:%s:%s:cf".formatted(destination.tenantId(), destination.id()));
    }
}
