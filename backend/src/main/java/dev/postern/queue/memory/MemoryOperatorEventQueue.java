package dev.postern.queue.memory;

import dev.postern.model.OperatorEvent;
import dev.postern.queue.OperatorEventCodec;
import dev.postern.queue.OperatorEventQueue;
import dev.postern.queue.QueueSettings;

/** Operator events in memory, gone with the process. */
public final class MemoryOperatorEventQueue extends MemoryQueue<OperatorEvent> implements OperatorEventQueue {

    public MemoryOperatorEventQueue(QueueSettings settings) {
        super("opevents", new OperatorEventCodec(), settings);
    }
}
