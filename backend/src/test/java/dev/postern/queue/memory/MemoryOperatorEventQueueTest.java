package dev.postern.queue.memory;

import dev.postern.model.OperatorEvent;
import dev.postern.queue.MessageCodec;
import dev.postern.queue.MessageQueue;
import dev.postern.queue.MessageQueueContract;
import dev.postern.queue.OperatorEventCodec;
import dev.postern.queue.QueueSettings;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

class MemoryOperatorEventQueueTest extends MessageQueueContract<OperatorEvent> {

    @Override
    protected MessageQueue<OperatorEvent> create(QueueSettings settings) {
        return new MemoryOperatorEventQueue(settings);
    }

    @Override
    protected OperatorEvent message(int number) {
        String id = "id_" + number;
        String text = "text ".repeat(200);
        return new OperatorEvent(
                id,
                "attempt.failed",
                "{\"id\":\"%s\",\"topic\":\"attempt.failed\",\"data\":{\"text\": \"%s\"}}".formatted(id, text));
    }

    @Override
    protected MessageCodec<OperatorEvent> codec() {
        return new OperatorEventCodec();
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
