package dev.postern.retry.memory;

import dev.postern.retry.RetryScheduler;
import dev.postern.retry.RetrySchedulerContract;
import dev.postern.retry.RetrySettings;

class MemoryRetrySchedulerTest extends RetrySchedulerContract {

    @Override
    protected RetryScheduler create(RetrySettings settings) {
        return new MemoryRetryScheduler(CLOCK, settings);
    }
}
