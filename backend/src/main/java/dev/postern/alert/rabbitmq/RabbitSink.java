package dev.postern.alert.rabbitmq;

import dev.postern.alert.OperatorEventSink;
import dev.postern.model.OperatorEvent;
import dev.postern.rabbitmq.RabbitConnection;
import dev.postern.rabbitmq.RabbitException;
import dev.postern.rabbitmq.RabbitMessage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Mono;

/**
 * Publishes operator events to an exchange of the operators' own, which is not declared here, with the event's topic
 * as routing key and its id as the message's. Closes the connection with itself.
 */
public final class RabbitSink implements OperatorEventSink, AutoCloseable {

    private final RabbitConnection connection;
    private final String exchange;

    public RabbitSink(RabbitConnection connection, String exchange) {
        this.connection = connection;
        this.exchange = exchange;
    }

    /** Taken is what the broker has confirmed; what no queue is bound for is not. */
    @Override
    public Mono<Void> send(OperatorEvent event) {
        return Mono.defer(() -> connection.publish(List.of(new RabbitMessage(
                        exchange,
                        event.topic(),
                        event.id(),
                        Map.of(),
                        event.body().getBytes(StandardCharsets.UTF_8)))))
                .flatMap(rest -> rest.isNothing()
                        ? Mono.empty()
                        : Mono.error(
                                rest.failure() == null
                                        ? new RabbitException("RabbitMQ refused an operator event (expected: room)")
                                        : rest.failure()));
    }

    @Override
    public void close() {
        connection.close();
    }
}
