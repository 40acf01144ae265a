package dev.postern.logstore.memory;

import dev.postern.logstore.DeliveryReader;
import dev.postern.logstore.FailureReader;
import dev.postern.logstore.LogWriter;
import dev.postern.replay.ReplayRunContract;

class MemoryReplayRunTest extends ReplayRunContract {

    private final MemoryLogStore store = new MemoryLogStore();

    @Override
    protected LogWriter writer() {
        return store;
    }

    @Override
    protected DeliveryReader deliveries() {
        return store;
    }

    @Override
    protected FailureReader failures() {
        return store;
    }

    @Override
    protected void clear() {
        // It is new for each test.
    }
}
