package dev.postern.queue.memory;

import dev.postern.model.LogEntry;
import dev.postern.queue.LogEntryCodec;
import dev.postern.queue.LogQueue;
import dev.postern.queue.QueueSettings;

/** Log entries in memory, gone with the process. */
public final class MemoryLogQueue extends MemoryQueue<LogEntry> implements LogQueue {

    public MemoryLogQueue(QueueSettings settings) {
        super("log", new LogEntryCodec(), settings);
    }
}
