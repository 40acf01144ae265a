package dev.postern.queue.memory;

import dev.postern.model.DeliveryTask;
import dev.postern.queue.MessageQueue;
import dev.postern.queue.MessageQueueContract;
import dev.postern.queue.QueueSettings;
import dev.postern.queue.Samples;

class MemoryDeliveryQueueTest extends MessageQueueContract<DeliveryTask> {

    @Override
    protected MessageQueue<DeliveryTask> create(QueueSettings settings) {
        return new MemoryDeliveryQueue(settings);
    }

    @Override
    protected DeliveryTask message(int number) {
        return Samples.task(number);
    }
}
