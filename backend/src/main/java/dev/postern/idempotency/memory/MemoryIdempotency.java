package dev.postern.idempotency.memory;

import dev.postern.idempotency.ClaimKey;
import dev.postern.idempotency.Idempotency;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Claims in memory, gone with the process, so that one whose work runs can't lapse. What was done long
 * enough ago is swept out as new claims come.
 */
public final class MemoryIdempotency implements Idempotency {

    private static final int SWEEP_EVERY = 1_000;

    private final Clock clock;
    private final Map<ClaimKey, Claim> claims = new HashMap<>();
    private int sinceSweep;

    public MemoryIdempotency(Clock clock) {
        this.clock = clock;
    }

    @Override
    public <T> Mono<Outcome<T>> once(ClaimKey key, Duration claim, Duration remember, Mono<T> work) {
        return Mono.defer(() -> {
            var mine = new Claim(new Object(), Instant.MAX, false);
            Claim other = claim(key, mine);
            if (other != null) {
                return Mono.just(other.done() ? new Outcome.DoneBefore<>() : new Outcome.InProgress<>());
            }
            return work.<Outcome<T>>map(Outcome.Done::new)
                    .doOnSuccess(outcome -> finish(key, mine, remember))
                    .doOnError(error -> release(key, mine))
                    .doOnCancel(() -> release(key, mine));
        });
    }

    /** The live claim that stands in the way, or null where the key is now ours. */
    private synchronized @Nullable Claim claim(ClaimKey key, Claim mine) {
        Instant now = clock.instant();
        if (++sinceSweep >= SWEEP_EVERY) {
            sinceSweep = 0;
            claims.values().removeIf(claim -> !claim.until().isAfter(now));
        }
        Claim other = claims.get(key);
        if (other != null && other.until().isAfter(now)) {
            return other;
        }
        claims.put(key, mine);
        return null;
    }

    private synchronized void finish(ClaimKey key, Claim mine, Duration remember) {
        Claim now = claims.get(key);
        if (now == null || now.owner().equals(mine.owner())) {
            claims.put(key, new Claim(mine.owner(), clock.instant().plus(remember), true));
        }
    }

    private synchronized void release(ClaimKey key, Claim mine) {
        claims.remove(key, mine);
    }

    private record Claim(Object owner, Instant until, boolean done) {}
}
