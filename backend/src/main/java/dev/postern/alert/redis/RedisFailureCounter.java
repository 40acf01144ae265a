package dev.postern.alert.redis;

import static dev.postern.redis.RedisConnection.bytes;

import dev.postern.alert.FailureCounter;
import dev.postern.model.DestinationKey;
import dev.postern.redis.RedisConnection;
import dev.postern.redis.RedisScript;
import io.lettuce.core.ScriptOutputType;
import java.time.Duration;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * Failures counted in Redis, in Outpost's set under {@code alert:<tenant>:<destination>:cf}. Its members there are
 * attempt ids; ours name the attempt by its place in the plan, so that one that is made again counts once.
 */
public final class RedisFailureCounter implements FailureCounter {

    /** KEYS: the set. Attempt, most, seconds until it is forgotten → the count. */
    private static final RedisScript FAILED = new RedisScript("""
            if redis.call('SCARD', KEYS[1]) < tonumber(ARGV[2]) then redis.call('SADD', KEYS[1], ARGV[1]) end
            redis.call('EXPIRE', KEYS[1], ARGV[3])
            return redis.call('SCARD', KEYS[1])
            """, ScriptOutputType.INTEGER);

    /** How long a process that died while it told keeps the others silent. */
    private static final Duration CLAIMED_FOR = Duration.ofSeconds(15);

    private static final String COUNT = "alert:%s:%s:cf";

    private final RedisConnection redis;
    private final Duration claimedFor;

    public RedisFailureCounter(RedisConnection redis) {
        this(redis, CLAIMED_FOR);
    }

    RedisFailureCounter(RedisConnection redis, Duration claimedFor) {
        this.redis = redis;
        this.claimedFor = claimedFor;
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

    @Override
    public Mono<Void> oncePerWindow(DestinationKey destination, Duration window, Mono<Boolean> telling) {
        return Mono.defer(() -> {
            var claim = new TellingClaim(redis, key("opevents:exhausted:%s:%s", destination), claimedFor);
            return claim.take().flatMap(taken -> taken ? claim.hold(window, telling) : Mono.empty());
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
