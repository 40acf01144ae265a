package dev.postern.tenantstore.redis;

import dev.postern.fakes.SettableClock;
import dev.postern.tenantstore.TenantStore;
import dev.postern.tenantstore.TenantStoreContract;
import org.junit.jupiter.api.AfterEach;

final class RedisTenantStoreTest extends TenantStoreContract {

    private final StoredKeys redis = new StoredKeys();

    @AfterEach
    void close() {
        redis.close();
    }

    @Override
    protected TenantStore store(SettableClock clock, int maxDestinationsPerTenant) {
        return redis.store(clock, maxDestinationsPerTenant);
    }
}
