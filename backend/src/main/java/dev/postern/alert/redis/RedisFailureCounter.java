package dev.postern.alert.redis;

import static dev.postern.redis.RedisConnection.bytes;

import dev.postern.alert.FailureCounter;
import dev.postern.model.DestinationKey;
import dev.postern.redis.RedisConnection;
import dev.postern.redis.RedisScript;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import java.time.Duration;
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

    private static final String COUNT = "alert:%s:%s:cf";

    private final RedisConnection redis;

    public RedisFailureCounter(RedisConnection redis) {
        this.redis = redis;
    }

    @Override
    public Mono<Integer> failed(DestinationKey destination, String deliveryId, int most) {
        return redis.<Long>run(
                        FAILED,
                        List.of(key(COUNT, destination)),
                        List.of(
                                bytes(deliveryId),
                                bytes(Integer.toString(most)),
                                bytes(Long.toString(FORGOTTEN_AFTER.toSeconds()))))
                .single()
                .map(Math::toIntExact);
    }

    /** The value is what Outpost looks for, which sends nothing while it is there. */
    @Override
    public Mono<Boolean> firstExhausted(DestinationKey destination, Duration window) {
        return Mono.defer(() -> redis.commands()
                        .set(
                                key("opevents:exhausted:%s:%s", destination),
                                bytes("processed"),
                                SetArgs.Builder.nx().px(window)))
                .hasElement();
    }

    @Override
    public Mono<Void> reset(DestinationKey destination) {
        return Mono.defer(() -> redis.commands().del(key(COUNT, destination))).then();
    }

    private String key(String name, DestinationKey destination) {
        return redis.key(name.formatted(destination.tenantId(), destination.id()));
    }
}
