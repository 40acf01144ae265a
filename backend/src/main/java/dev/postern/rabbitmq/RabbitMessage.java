package dev.postern.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.util.Map;
import java.util.UUID;

/**
 * A message to be published.
 *
 * @param routingKey by which the exchange finds the queue
 * @param id tells it apart from every other one
 */
@SuppressWarnings("ArrayRecordComponent")
public record RabbitMessage(String exchange, String routingKey, String id, Map<String, Object> headers, byte[] body) {

    private static final int PERSISTENT = 2;

    public RabbitMessage {
        headers = Map.copyOf(headers);
    }

    /** A new one, without headers. */
    public static RabbitMessage of(String exchange, String routingKey, byte[] body) {
        return new RabbitMessage(exchange, routingKey, UUID.randomUUID().toString(), Map.of(), body);
    }

    public BasicProperties properties() {
        return new BasicProperties.Builder()
                .contentType("application/json")
                .deliveryMode(PERSISTENT)
                .messageId(id)
                .headers(headers)
                .build();
    }
}
