package dev.postern.queue.memory;

import dev.postern.model.LogEntry;
import dev.postern.queue.MessageQueue;
import dev.postern.queue.MessageQueueContract;
import dev.postern.queue.QueueSettings;
import dev.postern.queue.Samples;

class MemoryLogQueueTest extends MessageQueueContract<LogEntry> {

    @Override
    protected MessageQueue<LogEntry> create(QueueSettings settings) {
        return new MemoryLogQueue(settings);
    }

    @Override
    protected LogEntry message(int number) {
        return Samples.entry(number);
    }
}
