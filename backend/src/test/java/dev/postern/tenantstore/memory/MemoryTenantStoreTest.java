package dev.postern.tenantstore.memory;

import dev.postern.tenantstore.TenantStore;
import dev.postern.tenantstore.TenantStoreContract;
import dev.postern.tenantstore.TickingClock;

final class MemoryTenantStoreTest extends TenantStoreContract {

    @Override
    protected TenantStore store(TickingClock clock, int maxDestinationsPerTenant) {
        return new MemoryTenantStore(clock, maxDestinationsPerTenant);
    }
}
