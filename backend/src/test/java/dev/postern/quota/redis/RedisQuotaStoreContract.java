package dev.postern.quota.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.quota.Quota;
import dev.postern.quota.QuotaStore;
import dev.postern.quota.QuotaStore.Charge;
import dev.postern.quota.QuotaStore.Charge.Taken;
import dev.postern.quota.QuotaStoreContract;
import dev.postern.redis.RedisConnection;
import dev.postern.redis.RedisSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** Budgets on one Redis and in a cluster: by its own clock, and shared. */
abstract class RedisQuotaStoreContract extends QuotaStoreContract {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final RedisSettings settings;
    private final RedisConnection redis;

    RedisQuotaStoreContract(RedisSettings settings) {
        this.settings = settings;
        this.redis = new RedisConnection(settings);
    }

    @AfterEach
    void disconnect() {
        redis.close();
    }

    @Override
    protected QuotaStore create() {
        return new RedisQuotaStore(redis);
    }

    /** Until Redis's clock says so. */
    @Override
    protected void pass(Duration time) {
        Instant end = now().plus(time);
        await().atMost(PATIENCE).until(() -> !now().isBefore(end));
    }

    /** Two processes of one deployment. */
    @Test
    void charge_fromTwoProcessesIsOfOneBudget() {
        try (var other = new RedisConnection(settings)) {
            var stores = List.of(create(), new RedisQuotaStore(other));
            List<Charge> charges = Objects.requireNonNull(Flux.range(0, 64)
                    .flatMap(n -> stores.get(n % 2).charge("tenant:acme", SLOW, 10), 64)
                    .collectList()
                    .block());

            assertThat(charges.stream().filter(Taken.class::isInstance).count()).isBetween(10L, 13L);
        }
    }

    /** A tenant that is gone leaves nothing behind. */
    @Test
    void budget_thatIsFullAgainIsNotKept() {
        var store = create();
        var quick = new Quota(100, 1_000);
        String key = redis.key("postern:quota:tenant:acme");
        store.charge("tenant:acme", SLOW, 60).block();
        assertThat(redis.commands().pttl(key).block()).isBetween(1L, 60_000L);

        store.adjust("tenant:acme", SLOW, 60).block();
        assertThat(redis.commands().exists(key).block()).isZero();

        store.charge("tenant:acme", quick, 100).block();
        await().atMost(PATIENCE)
                .until(() -> Objects.equals(redis.commands().exists(key).block(), 0L));
    }

    private Instant now() {
        List<byte[]> time =
                Objects.requireNonNull(redis.commands().time().collectList().block());
        return Instant.ofEpochSecond(
                Long.parseLong(RedisConnection.text(time.get(0))),
                Long.parseLong(RedisConnection.text(time.get(1))) * 1_000);
    }
}
