package dev.postern.logstore.clickhouse;

import com.clickhouse.client.api.Client;
import dev.postern.model.Causes;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * ClickHouse's client. An {@link Error} in the middle of an exchange, such as one of memory, shuts its connections
 * down for good: then there is a new one for whoever comes next.
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
        } catch (Exception | Error e) {
            if (Causes.of(e).stream().anyMatch(Driver::isLasting)) {
                replace(client, e);
            }
            throw e;
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

    private synchronized void replace(Client broken, Throwable reason) {
        // A client is equal to itself alone.
        if (current.equals(broken) && !closed) {
            LOG.warn("ClickHouse's client is made anew, for its connections are shut down: {}", Causes.reason(reason));
            current = clients.get();
            broken.close();
        }
    }

    private static boolean isLasting(Throwable cause) {
        return cause instanceof Error
                || (cause instanceof IllegalStateException && SHUT_DOWN.equals(cause.getMessage()));
    }

    /** What is done with the client. */
    @FunctionalInterface
    interface Use<T> {
        T with(Client client) throws Exception;
    }
}
