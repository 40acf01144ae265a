package dev.postern.logstore.clickhouse;

import com.clickhouse.client.api.Client;
import dev.postern.model.Causes;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * ClickHouse's client. An {@link Error} in the middle of an exchange, such as one of memory, shuts its connections
 * down for good: whoever comes next finds that out before anything is sent, and goes on with a new one.
 */
final class Driver implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Driver.class);

    private static final String SHUT_DOWN = "Connection pool shut down";

    private final Supplier<Client> clients;
    private volatile Client current;
    private boolean closed;

    Driver(Supplier<Client> clients) {
        this.clients = clients;
        current = clients.get();
    }

    <T> T use(Use<T> use) throws Exception {
        Client client = current;
        try {
            return use.with(client);
        } catch (Exception e) {
            if (Causes.of(e).stream().noneMatch(Driver::isShutDown)) {
                throw e;
            }
            replace(client);
            return use.with(current);
        }
    }

    /** Ends the exchange of an id, if it is under way. */
    void cancel(String id) {
        current.cancelTransportRequest(id);
    }

    @Override
    public synchronized void close() {
        closed = true;
        current.close();
    }

    private synchronized void replace(Client broken) {
        // A client is equal to itself alone.
        if (current.equals(broken) && !closed) {
            LOG.warn("ClickHouse's client is made anew, for an error has shut its connections down");
            current = clients.get();
            broken.close();
        }
    }

    private static boolean isShutDown(Throwable cause) {
        return cause instanceof IllegalStateException && SHUT_DOWN.equals(cause.getMessage());
    }

    /** What is done with the client. */
    @FunctionalInterface
    interface Use<T> {
        T with(Client client) throws Exception;
    }
}
