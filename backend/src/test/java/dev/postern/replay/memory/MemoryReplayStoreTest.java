package dev.postern.replay.memory;

import dev.postern.replay.ReplaySettings;
import dev.postern.replay.ReplayStore;
import dev.postern.replay.ReplayStoreContract;
import java.time.Clock;

class MemoryReplayStoreTest extends ReplayStoreContract {

    @Override
    protected ReplayStore create(ReplaySettings settings) {
        return new MemoryReplayStore(Clock.systemUTC(), settings);
    }
}
