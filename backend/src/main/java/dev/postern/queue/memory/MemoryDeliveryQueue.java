package dev.postern.queue.memory;

import dev.postern.model.DeliveryTask;
import dev.postern.queue.DeliveryQueue;
import dev.postern.queue.DeliveryTaskCodec;
import dev.postern.queue.QueueSettings;

/** Delivery tasks in memory, gone with the process. */
public final class MemoryDeliveryQueue extends MemoryQueue<DeliveryTask> implements DeliveryQueue {

    public MemoryDeliveryQueue(QueueSettings settings) {
        super("delivery", new DeliveryTaskCodec(), settings);
    }
}
