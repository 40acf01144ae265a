package dev.postern.queue.rabbitmq;

import dev.postern.rabbitmq.RabbitMessage;
import java.util.Map;
import java.util.UUID;

/** Where a queue's messages are, alive and dead. Each queue's routing key is its own name. */
record Place(String exchange, String queue, String deadLetters) {

    RabbitMessage message(Map<String, Object> headers, byte[] body) {
        return new RabbitMessage(exchange, queue, UUID.randomUUID().toString(), headers, body);
    }

    RabbitMessage deadLetter(String id, Map<String, Object> headers, byte[] body) {
        return new RabbitMessage(exchange, deadLetters, id, headers, body);
    }
}
