package dev.postern.alert.rabbitmq;

import dev.postern.alert.OperatorEventSink;
import dev.postern.model.OperatorEvent;
import dev.postern.rabbitmq.RabbitException;
import dev.postern.rabbitmq.RabbitMessage;
import dev.postern.rabbitmq.RabbitPublisher;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Mono;

/**
 * Publishes operator events to an exchange of the operators' own, which is not declared here, with the event's topic
 * as routing key and its id as the message's. Closes the publisher with itself.
 */
public final class RabbitSink implements OperatorEventSink, AutoCloseable {

    private final RabbitPublisher publisher;
    private final String exchange;

    public RabbitSink(RabbitPublisher publisher, String exchange) {
        this.publisher = publisher;
        this.exchange = exchange;
    }

    /** Taken is what the broker has confirmed; what no queue is bound for is not. */
    @Override
    public Mono<Void> send(OperatorEvent event) {
        return Mono.defer(() -> publisher.publish(List.of(new RabbitMessage(
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
        publisher.close();
    }
}
