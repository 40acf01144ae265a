package dev.postern.logstore.memory;

import dev.postern.logstore.DeliveryReader;
import dev.postern.logstore.EventReader;
import dev.postern.logstore.LogStoreContract;
import dev.postern.logstore.LogWriter;

class MemoryLogStoreTest extends LogStoreContract {

    private final MemoryLogStore store = new MemoryLogStore();

    @Override
    protected LogWriter writer() {
        return store;
    }

    @Override
    protected EventReader events() {
        return store;
    }

    @Override
    protected DeliveryReader deliveries() {
        return store;
    }
}
