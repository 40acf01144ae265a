package dev.postern.queue.memory;

import dev.postern.model.DeliveryTask;
import dev.postern.queue.DeliveryTaskCodec;
import dev.postern.queue.MessageCodec;
import dev.postern.queue.MessageQueue;
import dev.postern.queue.MessageQueueContract;
import dev.postern.queue.QueueSettings;
import dev.postern.queue.Samples;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

class MemoryDeliveryQueueTest extends MessageQueueContract<DeliveryTask> {

    @Override
    protected MessageQueue<DeliveryTask> create(QueueSettings settings) {
        return new MemoryDeliveryQueue(settings);
    }

    @Override
    protected DeliveryTask message(int number) {
        return Samples.task(number);
    }

    @Override
    protected MessageCodec<DeliveryTask> codec() {
        return new DeliveryTaskCodec();
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
