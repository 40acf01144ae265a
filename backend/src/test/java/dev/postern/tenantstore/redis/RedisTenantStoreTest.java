package dev.postern.tenantstore.redis;

import dev.postern.redis.RedisConnection;
import dev.postern.servers.TestRedis;
import dev.postern.tenantstore.TenantStore;
import dev.postern.tenantstore.TenantStoreContract;
import dev.postern.tenantstore.TickingClock;
import org.junit.jupiter.api.AfterEach;

final class RedisTenantStoreTest extends TenantStoreContract {

    private final RedisConnection redis = TestRedis.connect();

    @AfterEach
    void close() {
        redis.close();
    }

    @Override
    protected TenantStore store(TickingClock clock, int maxDestinationsPerTenant) {
        return new RedisTenantStore(
                redis,
                clock,
                RedisTenantStoreSettings.withSecret("encryptionsecret")
                        .withMaxDestinationsPerTenant(maxDestinationsPerTenant));
    }
}
