package dev.postern.logstore.memory;

import dev.postern.logbatch.OddEntriesContract;
import dev.postern.logstore.DeliveryReader;
import dev.postern.logstore.EventReader;
import dev.postern.logstore.LogWriter;

class MemoryOddEntriesTest extends OddEntriesContract {

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

    @Override
    protected boolean refusesHuge() {
        return false;
    }
}
