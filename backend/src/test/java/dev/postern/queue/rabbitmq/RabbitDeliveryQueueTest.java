package dev.postern.queue.rabbitmq;

import dev.postern.model.DeliveryTask;
import dev.postern.queue.DeliveryTaskCodec;
import dev.postern.queue.MessageCodec;
import dev.postern.queue.MessageQueue;
import dev.postern.queue.MessageQueueContract;
import dev.postern.queue.QueueSettings;
import dev.postern.queue.Samples;

class RabbitDeliveryQueueTest extends MessageQueueContract<DeliveryTask> {

    private final Brokers brokers = new Brokers();

    @Override
    protected void disconnect() {
        brokers.close();
    }

    @Override
    protected MessageQueue<DeliveryTask> create(QueueSettings settings) {
        return brokers.queues.delivery(settings);
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
        brokers.put(brokers.names.deliveryQueue(), body);
    }

    /** Only with brokers that count what they take back by themselves like the return of a consumer that died. */
    @Override
    protected boolean mayCountUnseen() {
        return brokers.countWhatNobodyTook();
    }

    @Override
    protected boolean tellsAge() {
        return false;
    }
}
