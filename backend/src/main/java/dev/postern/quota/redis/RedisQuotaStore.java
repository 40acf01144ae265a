package dev.postern.quota.redis;

import static dev.postern.redis.RedisConnection.bytes;

import dev.postern.model.Ranges;
import dev.postern.quota.Quota;
import dev.postern.quota.QuotaStore;
import dev.postern.redis.RedisConnection;
import dev.postern.redis.RedisScript;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import reactor.core.publisher.Mono;

/**
 * Budgets in hashes {@code postern:quota:<account>}, one for each, by Redis's clock. A hash goes by itself when the
 * budget is full again.
 *
 * <p>A script of ours, as in the other adapters, rather than bucket4j: on Redis that reads, reckons here and swaps if
 * nothing changed, which is two round trips for a charge, and more while others spend from the same budget.
 */
public final class RedisQuotaStore implements QuotaStore {

    private final RedisConnection redis;

    public RedisQuotaStore(RedisConnection redis) {
        this.redis = redis;
    }

    @Override
    public Mono<Charge> charge(String account, Quota quota, long cost) {
        Ranges.requireWithin("cost", cost, 1, quota.capacity());
        return this.<List<Long>>run(QuotaScripts.CHARGE, account, quota, cost).map(RedisQuotaStore::charge);
    }

    @Override
    public Mono<Void> adjust(String account, Quota quota, long change) {
        Ranges.requireWithin("change", change, -Quota.MOST, Quota.MOST);
        return run(QuotaScripts.ADJUST, account, quota, change).then();
    }

    private <T> Mono<T> run(RedisScript script, String account, Quota quota, long amount) {
        return redis.<T>run(
                        script,
                        List.of(redis.key("postern:quota:" + account)),
                        Stream.of(quota.capacity(), quota.restoreRate(), amount)
                                .map(number -> bytes(number.toString()))
                                .toList())
                .single();
    }

    private static Charge charge(List<Long> answer) {
        long remaining = answer.get(1);
        return answer.get(0) == 1
                ? new Charge.Taken(remaining)
                : new Charge.Refused(remaining, Duration.ofMillis(answer.get(2)));
    }
}
