package dev.postern.queue.memory;

import dev.postern.model.LogEntry;
import dev.postern.queue.LogEntryCodec;
import dev.postern.queue.MessageCodec;
import dev.postern.queue.MessageQueue;
import dev.postern.queue.MessageQueueContract;
import dev.postern.queue.QueueSettings;
import dev.postern.queue.Samples;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

class MemoryLogQueueTest extends MessageQueueContract<LogEntry> {

    @Override
    protected MessageQueue<LogEntry> create(QueueSettings settings) {
        return new MemoryLogQueue(settings);
    }

    @Override
    protected LogEntry message(int number) {
        return Samples.entry(number);
    }

    @Override
    protected MessageCodec<LogEntry> codec() {
        return new LogEntryCodec();
    }

    @Override
    protected void publishUndecodable(String body) {
        throw new UnsupportedOperationException("what is in memory was never bytes");
    }

    @Test
    @Override
    @Disabled("what is in memory was never bytes")
    protected void consume_setsUndecodableMessagesAside() {}
}
