package dev.postern.quota.memory;

import dev.postern.model.Ranges;
import dev.postern.quota.Quota;
import dev.postern.quota.QuotaStore;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Budgets in memory, of one process, by a clock that is handed in. A full one is not kept. */
public final class MemoryQuotaStore implements QuotaStore {

    private static final long THOUSANDTHS = 1_000;

    private final Clock clock;
    private final Map<String, Level> levels = new HashMap<>();

    public MemoryQuotaStore(Clock clock) {
        this.clock = clock;
    }

    @Override
    public Mono<Charge> charge(String account, Quota quota, long cost) {
        Ranges.requireWithin("cost", cost, 1, quota.capacity());
        return Mono.fromSupplier(() -> take(account, quota, cost * THOUSANDTHS));
    }

    @Override
    public Mono<Void> adjust(String account, Quota quota, long change) {
        Ranges.requireWithin("change", change, -Quota.MOST, Quota.MOST);
        return Mono.fromRunnable(() -> put(account, quota, change * THOUSANDTHS));
    }

    private synchronized Charge take(String account, Quota quota, long cost) {
        long level = level(account, quota);
        if (level < cost) {
            Duration wait = Duration.ofMillis(Math.ceilDiv(cost - level, quota.restoreRate()));
            return new Charge.Refused(level / THOUSANDTHS, wait);
        }
        set(account, quota, level - cost);
        return new Charge.Taken((level - cost) / THOUSANDTHS);
    }

    private synchronized void put(String account, Quota quota, long change) {
        set(account, quota, Math.max(0, level(account, quota) + change));
    }

    private long level(String account, Quota quota) {
        long full = quota.capacity() * THOUSANDTHS;
        @Nullable Level known = levels.get(account);
        if (known == null) {
            return full;
        }
        long elapsed = Math.max(0, clock.millis() - known.at);
        // The product could be larger than a number holds.
        return elapsed > full / quota.restoreRate()
                ? full
                : Math.min(full, known.thousandths + elapsed * quota.restoreRate());
    }

    private void set(String account, Quota quota, long level) {
        if (level >= quota.capacity() * THOUSANDTHS) {
            levels.remove(account);
        } else {
            levels.put(account, new Level(level, clock.millis()));
        }
    }

    private record Level(long thousandths, long at) {}
}
