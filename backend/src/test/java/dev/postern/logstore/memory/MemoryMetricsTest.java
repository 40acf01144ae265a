package dev.postern.logstore.memory;

import dev.postern.logstore.LogWriter;
import dev.postern.logstore.MetricsContract;
import dev.postern.logstore.MetricsReader;

class MemoryMetricsTest extends MetricsContract {

    private final MemoryLogStore store = new MemoryLogStore();

    @Override
    protected LogWriter writer() {
        return store;
    }

    @Override
    protected MetricsReader metrics() {
        return store;
    }

    @Override
    protected void clear() {
        // It is new for each test.
    }
}
