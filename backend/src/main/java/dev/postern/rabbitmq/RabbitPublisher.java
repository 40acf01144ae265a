package dev.postern.rabbitmq;

import com.rabbitmq.client.ConnectionFactory;
import java.util.List;
import java.util.concurrent.ExecutorService;
import reactor.core.publisher.Mono;

/**
 * One connection, to publish over and for nothing else. It is made where something is published, so that a broker
 * that isn't there yet keeps nobody from starting.
 */
public final class RabbitPublisher implements AutoCloseable {

    private final ExecutorService clientThreads = RabbitConnection.clientThreads();
    private final Publisher publisher;

    /**
     * Doesn't connect yet.
     *
     * @param name by which the broker's operator knows this connection
     * @throws RabbitException where the settings name no address
     */
    public RabbitPublisher(RabbitSettings settings, String name) throws RabbitException {
        ConnectionFactory factory = RabbitConnection.factory(settings, clientThreads);
        publisher = new Publisher(new Link(factory, name, settings.address()), settings);
    }

    /** As {@link RabbitConnection#publish}. */
    public Mono<Unpublished> publish(List<RabbitMessage> messages) {
        return publisher.publish(messages);
    }

    @Override
    public void close() {
        publisher.close();
        clientThreads.shutdownNow();
    }
}
