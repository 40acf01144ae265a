package dev.postern.idempotency.redis;

import static dev.postern.redis.RedisConnection.bytes;

import dev.postern.idempotency.ClaimKey;
import dev.postern.idempotency.Idempotency;
import dev.postern.model.Ranges;
import dev.postern.redis.RedisConnection;
import dev.postern.redis.RedisOutages;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import reactor.util.retry.Retry;

/**
 * Claims in Redis, which an Outpost beside us sees and keeps as its own.
 *
 * <p>Outpost's key, {@code idempotency:<name>}, is {@code processing} or {@code processed} and knows
 * neither an owner nor, in its name, the tenant. Beside it stands a hash of ours, {@code postern:claim:…},
 * in the same slot of a cluster and written by the same script; one field for each identity tells whose
 * claim it is, by a token, and until when. What holds, on one server and in a cluster alike:
 *
 * <ul>
 *   <li>Two tenants' work under one name is told apart: only their own field counts between Posterns.
 *   <li>An Outpost sees {@code processing} while any Postern does the work, and {@code processed} once
 *       one has done it. It takes another tenant's work of that name for done, as it does its own.
 *   <li>Outpost's key without a hash of ours to explain it is an Outpost's, and holds for every tenant:
 *       it doesn't say for which it was written.
 *   <li>A claim of which nothing was heard for its time lapses, both keys at the same moment. Whoever
 *       takes it then writes a token of their own; the holder before can neither finish nor release it.
 *   <li>An Outpost that overran its own 5 seconds may delete or overwrite its key under us. Between
 *       Posterns that changes nothing, and the next sign of life writes it anew.
 * </ul>
 */
public final class RedisIdempotency implements Idempotency {

    private static final Logger log = LoggerFactory.getLogger(RedisIdempotency.class);

    private static final Duration SHORTEST_CLAIM = Duration.ofMillis(100);

    /** So that two signs of life may be lost before the claim is. */
    private static final int SIGNS_PER_CLAIM = 3;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    /** For how long it is remembered here what could not be noted there. */
    private static final Duration LONGEST_OUTAGE = Duration.ofMinutes(10);

    private final RedisConnection redis;

    public RedisIdempotency(RedisConnection redis) {
        this.redis = redis;
    }

    @Override
    public <T> Mono<Outcome<T>> once(ClaimKey key, Duration claim, Duration remember, Mono<T> work) {
        Ranges.requireAtLeast("claim", claim, SHORTEST_CLAIM);
        Ranges.requireAtLeast("remember", remember, Duration.ofMillis(1));
        List<String> keys = ClaimKeys.of(redis, key);
        return Mono.defer(() -> {
            var mine = new Claim(keys, key.identity(), UUID.randomUUID().toString(), claim);
            return claim(mine).flatMap(answer -> {
                if (answer == ClaimScripts.OURS) {
                    return run(mine, remember, work);
                }
                return Mono.just(
                        answer == ClaimScripts.DONE ? new Outcome.DoneBefore<T>() : new Outcome.InProgress<T>());
            });
        });
    }

    /** A caller that loses interest doesn't stop a command that is under way: what it brings is given back. */
    private Mono<Long> claim(Claim mine) {
        Mono<Long> answer = step("claim", mine, mine.time());
        return Mono.create(sink -> {
            var abandoned = new AtomicBoolean();
            var claimed = new AtomicBoolean();
            Runnable giveBack = () -> {
                if (abandoned.get() && claimed.get()) {
                    release(mine).subscribe();
                }
            };
            sink.onCancel(() -> {
                abandoned.set(true);
                giveBack.run();
            });
            answer.subscribe(
                    value -> {
                        claimed.set(value == ClaimScripts.OURS);
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
                Mono.fromSupplier(() -> keepAlive(claim)),
                alive -> work.<Outcome<T>>map(Outcome.Done::new),
                alive -> Mono.fromRunnable(() -> {
                    alive.dispose();
                    finish(claim, remember).subscribe();
                }),
                (alive, error) -> stop(alive, claim),
                alive -> stop(alive, claim));
    }

    private Disposable keepAlive(Claim claim) {
        return Flux.interval(claim.time().dividedBy(SIGNS_PER_CLAIM))
                .onBackpressureDrop()
                .concatMap(tick -> step("keep", claim, claim.time()).onErrorResume(e -> {
                    log.warn("Could not keep a claim alive: key={} error={}", claim.name(), e.toString());
                    return Mono.just(ClaimScripts.OURS);
                }))
                .takeUntil(answer -> answer != ClaimScripts.OURS)
                .filter(answer -> answer != ClaimScripts.OURS)
                .subscribe(answer -> log.warn("A claim lapsed and was taken by another: key={}", claim.name()));
    }

    private Mono<Void> stop(Disposable alive, Claim claim) {
        alive.dispose();
        return release(claim);
    }

    /**
     * The work is done whatever comes of this. A server that is away for a while must not have it done twice: it is
     * noted as soon as that is back. Where it can't be noted, the claim lapses and that is said.
     */
    private Mono<Void> finish(Claim claim, Duration remember) {
        return insist("finish", claim, remember, LONGEST_OUTAGE).onErrorResume(e -> {
            log.warn("Could not note as done, may be done again: key={} error={}", claim.name(), e.toString());
            return Mono.empty();
        });
    }

    /** Nobody waits for a server that is away: what isn't given back lapses by itself. */
    private Mono<Void> release(Claim claim) {
        return step("release", claim, Duration.ZERO).then().onErrorResume(e -> {
            insist("release", claim, Duration.ZERO, claim.time())
                    .subscribe(
                            done -> {},
                            late -> log.warn(
                                    "Could not give back, lapses by itself: key={} error={}",
                                    claim.name(),
                                    late.toString()));
            return Mono.empty();
        });
    }

    private Mono<Void> insist(String name, Claim claim, Duration time, Duration longest) {
        return step(name, claim, time)
                .retryWhen(Retry.backoff(Long.MAX_VALUE, FIRST_PAUSE)
                        .maxBackoff(LONGEST_PAUSE)
                        .filter(RedisOutages::include))
                .timeout(longest)
                .then();
    }

    private Mono<Long> step(String name, Claim claim, Duration time) {
        return redis.<Long>run(
                        ClaimScripts.STEP,
                        claim.keys(),
                        List.of(
                                bytes(name),
                                bytes(claim.identity()),
                                bytes(claim.owner()),
                                bytes(Long.toString(time.toMillis()))))
                .single();
    }

    private record Claim(List<String> keys, String identity, String owner, Duration time) {

        String name() {
            return keys.getFirst();
        }
    }
}
