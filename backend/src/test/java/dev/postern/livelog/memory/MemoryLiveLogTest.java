package dev.postern.livelog.memory;

import dev.postern.livelog.LiveLog;
import dev.postern.livelog.LiveLogContract;

class MemoryLiveLogTest extends LiveLogContract {

    private final MemoryLiveLog log = new MemoryLiveLog();

    @Override
    protected LiveLog first() {
        return log;
    }

    @Override
    protected LiveLog second() {
        return log;
    }
}
