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

    /** KEYS: the set. Attempt, most, seconds until it is forgotten → the count. */
    private static final RedisScript FAILED = new RedisScript("""
            if redis.call('SCARD', KEYS[1]) < tonumber(ARGV[2]) then redis.call('SADD', KEYS[1], ARGV[1]) end
            redis.call('EXPIRE', KEYS[1], ARGV[3])
            return redis.call('SCARD', KEYS[1])
            """, ScriptOutputType.INTEGER);

    private static final Duration CLAIMED_FOR = Duration.ofSeconds(5);
    private static final String COUNT = "alert:%s:%s:cf";

    private final RedisConnection redis;

    public RedisFailureCounter(RedisConnection redis) {
        this.redis = redis;
    }

    @Override
    public Mono<Integer> failed(DestinationKey destination, String attempt, int most) {
        return redis.<Long>run(
                        FAILED,
                        List.of(key(COUNT, destination)),
                        List.of(
                                bytes(attempt),
                                bytes(Integer.toString(most)),
                                bytes(Long.toString(FORGOTTEN_AFTER.toSeconds()))))
                .single()
                .map(Math::toIntExact);
    }

    /** Values and claim are Outpost's, which tells nothing while one of them is there. */
    @Override
    public Mono<Void> oncePerWindow(DestinationKey destination, Duration window, Mono<Void> telling) {
        return Mono.defer(() -> {
            String key = key("opevents:exhausted:%s:%s", destination);
            return redis.commands()
                    .set(key, bytes("processing"), SetArgs.Builder.nx().px(CLAIMED_FOR))
                    .flatMap(claimed -> telling.then(
                                    redis.commands().set(key, bytes("processed"), SetArgs.Builder.px(window)))
                            .onErrorResume(e -> redis.commands().del(key).then(Mono.error(e))))
                    .then();
        });
    }

    @Override
    public Mono<Void> reset(DestinationKey destination) {
        return Mono.defer(() -> redis.commands().del(key(COUNT, destination))).then();
    }

    private String key(String name, DestinationKey destination) {
        return redis.key(name.formatted(destination.tenantId(), destination.id()));
    }
}
