package dev.postern.tenantstore.memory;

import dev.postern.fakes.SettableClock;
import dev.postern.tenantstore.TenantStore;
import dev.postern.tenantstore.TenantStoreContract;

final class MemoryTenantStoreTest extends TenantStoreContract {

    @Override
    protected TenantStore store(SettableClock clock, int maxDestinationsPerTenant) {
        return new MemoryTenantStore(clock, maxDestinationsPerTenant);
    }
}
