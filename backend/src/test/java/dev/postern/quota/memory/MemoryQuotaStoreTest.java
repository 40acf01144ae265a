package dev.postern.quota.memory;

import dev.postern.fakes.SettableClock;
import dev.postern.quota.QuotaStore;
import dev.postern.quota.QuotaStoreContract;
import java.time.Duration;

class MemoryQuotaStoreTest extends QuotaStoreContract {

    private final SettableClock clock = new SettableClock();

    @Override
    protected QuotaStore create() {
        return new MemoryQuotaStore(clock);
    }

    @Override
    protected void pass(Duration time) {
        clock.advance(time);
    }
}
