package dev.postern.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One TCP connection, made anew when it is asked for after it was lost, but not more often than with pauses that
 * grow: 100 ms, doubled each time up to 6.4 s. Its methods block.
 */
final class Link implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Link.class);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final int MOST_DOUBLINGS = 6;
    private static final int CLOSE_TIMEOUT_MS = 2_000;

    private final ConnectionFactory factory;
    private final String name;
    private final String address;
    private final AtomicReference<@Nullable String> blocked = new AtomicReference<>();

    private @Nullable Connection connection;
    private @Nullable RabbitException lastFailure;
    private long nextTry;
    private int failures;
    private boolean closed;

    Link(ConnectionFactory factory, String name, String address) {
        this.factory = factory;
        this.name = name;
        this.address = address;
    }

    /** A channel of the caller's own on the connection, which is made where there is none. */
    Channel channel() throws RabbitException {
        try {
            Channel channel = connection().createChannel();
            if (channel == null) {
                throw new RabbitException("%s: no more channels to be had".formatted(address));
            }
            return channel;
        } catch (IOException | ShutdownSignalException e) {
            throw e instanceof RabbitException told ? told : failure(e);
        }
    }

    /** Why the broker takes no messages over this connection; null where it does. */
    @Nullable
    String blocked() {
        return blocked.get();
    }

    boolean isOpen() {
        Connection current;
        synchronized (this) {
            current = connection;
        }
        return current != null && current.isOpen();
    }

    /** Drops the connection, which may be dead without its knowing. */
    void abort() {
        Connection current;
        synchronized (this) {
            current = connection;
        }
        if (current != null) {
            current.abort(CLOSE_TIMEOUT_MS);
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        abort();
    }

    RabbitException failure(Throwable cause) {
        return new RabbitException("RabbitMQ at %s: %s".formatted(address, reason(cause)), cause);
    }

    private synchronized Connection connection() throws RabbitException {
        Connection current = connection;
        if (current != null && current.isOpen()) {
            return current;
        }
        if (closed) {
            throw new RabbitException("%s: closed".formatted(address));
        }
        long now = TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
        if (lastFailure != null && now < nextTry) {
            throw new RabbitException(String.valueOf(lastFailure.getMessage()), lastFailure);
        }
        try {
            Connection opened = factory.newConnection(name);
            blocked.set(null);
            opened.addBlockedListener(
                    reason -> {
                        blocked.set(reason);
                        log.warn("RabbitMQ takes no messages for now: {}", reason);
                    },
                    () -> blocked.set(null));
            if (connection != null || failures > 0) {
                log.info("connected to RabbitMQ again: {} ({})", address, name);
            }
            failures = 0;
            lastFailure = null;
            connection = opened;
            return opened;
        } catch (IOException | TimeoutException | ShutdownSignalException e) {
            nextTry = now
                    + FIRST_PAUSE
                            .multipliedBy(1L << Math.min(failures++, MOST_DOUBLINGS))
                            .toMillis();
            RabbitException failure = failure(e);
            lastFailure = failure;
            throw failure;
        }
    }

    /** The broker's own words where there are any: the client's have none of them. */
    private static String reason(Throwable failure) {
        String reason = failure.getClass().getSimpleName();
        for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause.getMessage() != null) {
                reason = cause.getMessage();
            }
        }
        return reason;
    }
}
