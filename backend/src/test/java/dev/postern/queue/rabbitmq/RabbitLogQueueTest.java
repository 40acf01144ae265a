package dev.postern.queue.rabbitmq;

import dev.postern.model.LogEntry;
import dev.postern.queue.LogEntryCodec;
import dev.postern.queue.MessageCodec;
import dev.postern.queue.MessageQueue;
import dev.postern.queue.MessageQueueContract;
import dev.postern.queue.QueueSettings;
import dev.postern.queue.Samples;

class RabbitLogQueueTest extends MessageQueueContract<LogEntry> {

    private final Brokers brokers = new Brokers();

    @Override
    protected void disconnect() {
        brokers.close();
    }

    @Override
    protected MessageQueue<LogEntry> create(QueueSettings settings) {
        return brokers.queues.log(settings);
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
        brokers.put(brokers.names.logQueue(), body);
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
