package dev.postern.idempotency.redis;

import static dev.postern.redis.RedisConnection.bytes;

import dev.postern.idempotency.Idempotency;
import dev.postern.redis.RedisConnection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/**
 * Claims in the keys and values of Outpost: {@code idempotency:<key>} is {@code processing} or {@code
 * processed}. Those values leave no room for an owner, and a second key would not always fall into the
 * first one's cluster slot, so that a claim is known by the moment at which it lapses: whoever claims
 * after us can do so only once ours has lapsed, and so has a later one.
 */
public final class RedisIdempotency implements Idempotency {

    private static final Logger log = LoggerFactory.getLogger(RedisIdempotency.class);

    private static final Duration SHORTEST_CLAIM = Duration.ofMillis(100);
    private static final long MOST_TOLERANCE_MS = 500;

    private final RedisConnection redis;

    public RedisIdempotency(RedisConnection redis) {
        this.redis = redis;
    }

    @Override
    public <T> Mono<Outcome<T>> once(String key, Duration claim, Duration remember, Mono<T> work) {
        if (claim.compareTo(SHORTEST_CLAIM) < 0) {
            throw new IllegalArgumentException("claim: %s (expected: >= %s)".formatted(claim, SHORTEST_CLAIM));
        }
        if (remember.toMillis() < 1) {
            throw new IllegalArgumentException("remember: %s (expected: >= 1 ms)".formatted(remember));
        }
        List<String> keys = List.of(redis.key("idempotency:" + key));
        return claim(keys, claim).flatMap(answer -> {
            if (answer == ClaimScripts.DONE) {
                return Mono.just(new Outcome.DoneBefore<T>());
            }
            return answer == ClaimScripts.IN_PROGRESS
                    ? Mono.just(new Outcome.InProgress<T>())
                    : run(new Claim(keys, answer, tolerance(claim)), remember, work);
        });
    }

    /**
     * When the claim lapses, in the server's milliseconds, or why there is none. A caller that loses
     * interest doesn't stop a command that is under way: what it brings is given back.
     */
    private Mono<Long> claim(List<String> keys, Duration claim) {
        Mono<Long> answer = redis.<Long>run(ClaimScripts.CLAIM, keys, List.of(bytes(Long.toString(claim.toMillis()))))
                .single();
        return Mono.create(sink -> {
            var abandoned = new AtomicBoolean();
            var lapses = new AtomicLong();
            Runnable giveBack = () -> {
                if (abandoned.get() && lapses.get() > ClaimScripts.DONE) {
                    release(new Claim(keys, lapses.get(), tolerance(claim))).subscribe();
                }
            };
            sink.onCancel(() -> {
                abandoned.set(true);
                giveBack.run();
            });
            answer.subscribe(
                    value -> {
                        lapses.set(value);
                        sink.success(value);
                        giveBack.run();
                    },
                    sink::error,
                    () -> {},
                    Context.of(sink.contextView()));
        });
    }

    private <T> Mono<Outcome<T>> run(Claim claim, Duration remember, Mono<T> work) {
        return Mono.usingWhen(
                Mono.just(claim),
                mine -> work.<Outcome<T>>map(Outcome.Done::new),
                mine -> finish(mine, remember),
                (mine, error) -> release(mine),
                this::release);
    }

    /** The work is done whatever comes of this: where it can't be noted, the claim lapses and that is said. */
    private Mono<Void> finish(Claim claim, Duration remember) {
        return redis.run(ClaimScripts.FINISH, claim.keys(), claim.args(remember.toMillis()))
                .then()
                .onErrorResume(e -> {
                    log.warn("Could not note as done, may be done again: key={}", claim.keys(), e);
                    return Mono.empty();
                });
    }

    private Mono<Void> release(Claim claim) {
        return redis.run(ClaimScripts.RELEASE, claim.keys(), claim.args(0))
                .then()
                .onErrorResume(e -> {
                    log.warn("Could not give back, lapses by itself: key={}", claim.keys(), e);
                    return Mono.empty();
                });
    }

    /** The two clocks that a script reads, the server's and a key's, are read one after the other. */
    private static long tolerance(Duration claim) {
        return Math.min(MOST_TOLERANCE_MS, claim.toMillis() / 2);
    }

    private record Claim(List<String> keys, long lapses, long toleranceMs) {

        List<byte[]> args(long rememberMs) {
            return List.of(
                    bytes(Long.toString(lapses)), bytes(Long.toString(toleranceMs)), bytes(Long.toString(rememberMs)));
        }
    }
}
