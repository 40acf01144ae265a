package dev.postern.alert.redis;

import static dev.postern.redis.RedisConnection.bytes;

import dev.postern.redis.RedisConnection;
import dev.postern.redis.RedisScript;
import dev.postern.redis.SlotTag;
import io.lettuce.core.ScriptOutputType;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * That one process tells of something. Key and values are Outpost's, {@code processing} and {@code processed}, which
 * tells nothing while one of them is there. They know no owner: that is in a key of ours beside it, which lives as
 * long as {@code processing} does.
 */
final class TellingClaim {

    private static final Logger log = LoggerFactory.getLogger(TellingClaim.class);

    /** So that two signs of life may be lost before the claim is. */
    private static final int SIGNS_PER_CLAIM = 3;

    /**
     * KEYS: Outpost's, the owner's. Step, owner, ms → 1, or 0 where it is another's. What is told stays told, whoever
     * has the claim by then. One script for all steps, so that the server has it when the later ones come.
     */
    private static final RedisScript STEP = new RedisScript("""
            local step, owner, ms = ARGV[1], ARGV[2], ARGV[3]
            if step == 'told' then
              redis.call('SET', KEYS[1], 'processed', 'PX', ms)
              redis.call('DEL', KEYS[2])
              return 1
            end
            local holder = redis.call('GET', KEYS[2])
            local value = redis.call('GET', KEYS[1])
            local ours = holder == owner and value ~= 'processed'
            if step == 'release' then
              if not ours then return 0 end
              redis.call('DEL', KEYS[1], KEYS[2])
              return 1
            end
            if not ours and value then return 0 end
            redis.call('SET', KEYS[1], 'processing', 'PX', ms)
            redis.call('SET', KEYS[2], owner, 'PX', ms)
            return 1
            """, ScriptOutputType.INTEGER);

    private final RedisConnection redis;
    private final List<String> keys;
    private final Duration time;
    private final String owner = UUID.randomUUID().toString();

    /** @param time after which it lapses, where nothing is heard of its owner */
    TellingClaim(RedisConnection redis, String key, Duration time) {
        this.redis = redis;
        this.keys = List.of(key, redis.key("postern:telling:" + SlotTag.of(key)));
        this.time = time;
    }

    /** Whether it was to be had. */
    Mono<Boolean> take() {
        return step("take", time);
    }

    /** Keeps it while it is being told, then turns it into the window, or gives it back. */
    Mono<Void> hold(Duration window, Mono<Boolean> telling) {
        return Mono.usingWhen(
                Mono.fromSupplier(this::keepAlive),
                alive -> telling.defaultIfEmpty(false)
                        .flatMap(told -> told ? step("told", window).then() : giveBack(alive)),
                alive -> Mono.fromRunnable(alive::dispose),
                (alive, error) -> giveBack(alive),
                this::giveBack);
    }

    private Disposable keepAlive() {
        return Flux.interval(time.dividedBy(SIGNS_PER_CLAIM))
                .onBackpressureDrop()
                .concatMap(tick -> step("take", time).onErrorResume(e -> {
                    log.warn("a claim to tell could not be kept alive: key={} reason={}", name(), Objects.toString(e));
                    return Mono.just(true);
                }))
                .takeUntil(ours -> !ours)
                .filter(ours -> !ours)
                .subscribe(lost -> log.warn("a claim to tell lapsed and was taken by another: key={}", name()));
    }

    /** Where it can't be, it lapses. No sign of life may follow, which would take it anew. */
    private Mono<Void> giveBack(Disposable alive) {
        alive.dispose();
        return step("release", time)
                .onErrorResume(e -> {
                    log.warn("a claim to tell could not be given back: key={} reason={}", name(), Objects.toString(e));
                    return Mono.empty();
                })
                .then();
    }

    private String name() {
        return keys.getFirst();
    }

    private Mono<Boolean> step(String name, Duration ms) {
        return redis.<Long>run(STEP, keys, List.of(bytes(name), bytes(owner), bytes(Long.toString(ms.toMillis()))))
                .single()
                .map(answer -> answer == 1);
    }
}
