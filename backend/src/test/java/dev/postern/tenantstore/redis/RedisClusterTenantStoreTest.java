package dev.postern.tenantstore.redis;

import static dev.postern.tenantstore.TenantSamples.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.fakes.SettableClock;
import dev.postern.servers.TestRedisCluster;
import dev.postern.tenantstore.TenantSamples;
import dev.postern.tenantstore.TenantStore;
import dev.postern.tenantstore.TenantStoreContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The same on a cluster, which refuses what touches two slots. */
final class RedisClusterTenantStoreTest extends TenantStoreContract {

    private final StoredKeys redis = new StoredKeys(TestRedisCluster.settings());

    @AfterEach
    void close() {
        redis.close();
    }

    @Override
    protected TenantStore store(SettableClock clock, int maxDestinationsPerTenant) {
        return redis.store(clock, maxDestinationsPerTenant);
    }

    @Override
    protected int manyTenants() {
        return 3_000;
    }

    @Test
    void refreshIndex_scansTheCluster() {
        var store = redis.store(new SettableClock(TenantSamples.CREATED), 20);
        redis.write("tenant:{a}:tenant", "id", "a", "created_at", "1", "updated_at", "1");
        redis.write("tenant:{b}:tenant", "id", "b", "created_at", "2", "updated_at", "2");
        get(store.buildIndex().thenReturn(true));
        assertThat(redis.places()).containsExactly("0000000000000001a", "0000000000000002b");
    }
}
