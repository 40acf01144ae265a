package dev.postern.intake.rabbitmq;

import dev.postern.intake.EventSource;
import dev.postern.model.Outage;
import dev.postern.rabbitmq.RabbitConnection;
import dev.postern.rabbitmq.RabbitConsumer;
import dev.postern.rabbitmq.RabbitDelivery;
import dev.postern.rabbitmq.RabbitSource;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The publish queue in RabbitMQ, of whatever kind its owner made it. Closes the connection with itself. */
public final class RabbitEventSource implements EventSource, AutoCloseable {

    private final RabbitConnection connection;
    private final RabbitSource source;
    private final Set<RabbitConsumer> live = ConcurrentHashMap.newKeySet();

    /** @param grace how long what is in hand may take after the end; then it comes again */
    public RabbitEventSource(RabbitConnection connection, String queue, Duration grace) {
        this.connection = connection;
        this.source = RabbitSource.foreign(queue, grace);
    }

    @Override
    public Flux<Arrival> arrivals(int prefetch) {
        return connection.consume(source, prefetch, live).map(Taken::new);
    }

    @Override
    public Optional<Outage> outage() {
        return RabbitConsumer.outage(live);
    }

    /** Completes where the broker answers. */
    public Mono<Void> ping() {
        return connection.ping();
    }

    @Override
    public void close() {
        connection.close();
    }

    private record Taken(RabbitDelivery delivery) implements Arrival {

        @Override
        public byte[] body() {
            return delivery.body();
        }

        @Override
        public @Nullable String id() {
            return delivery.id();
        }

        @Override
        public Mono<Void> ack() {
            return delivery.ack();
        }

        @Override
        public Mono<Void> requeue() {
            return delivery.requeue();
        }

        @Override
        public Mono<Void> reject() {
            return delivery.reject();
        }
    }
}
