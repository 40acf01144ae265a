package dev.postern.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import com.rabbitmq.client.impl.ForgivingExceptionHandler;
import java.io.IOException;
import java.net.URISyntaxException;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Two connections that everyone shares: one publishes, the other consumes and does the rest, so that a broker
 * that takes no messages still takes acknowledgements. The client blocks, so it is called on threads of this
 * class's own: one that publishes, and {@value #THREADS} at most for the rest.
 */
public final class RabbitConnection implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(RabbitConnection.class);

    private static final int THREADS = 4;
    private static final int MOST_TASKS = 100_000;
    private static final int CLIENT_THREADS = 2;

    private final RabbitSettings settings;
    private final ExecutorService clientThreads;
    private final Scheduler scheduler;
    private final Link consuming;
    private final Publisher publisher;

    /**
     * Connects, on the calling thread.
     *
     * @param name by which the broker's operator knows these connections
     * @throws RabbitException where the broker can't be reached, or refuses
     */
    public RabbitConnection(RabbitSettings settings, String name) throws RabbitException {
        this.settings = settings;
        clientThreads = clientThreads();
        ConnectionFactory factory = factory(settings, clientThreads);
        consuming = new Link(factory, name + " (consumer)", settings.address());
        try {
            close(consuming.channel());
        } catch (RabbitException e) {
            consuming.close();
            clientThreads.shutdownNow();
            throw e;
        }
        scheduler = Schedulers.newBoundedElastic(THREADS, MOST_TASKS, "rabbitmq", 60, true);
        publisher = new Publisher(new Link(factory, name + " (publisher)", settings.address()), settings);
    }

    public RabbitSettings settings() {
        return settings;
    }

    /** Completes where the broker answers. */
    public Mono<Void> ping() {
        return call(channel -> {}).then();
    }

    /**
     * Publishes the messages, in their order, and tells which of them the broker hasn't confirmed: it refused them,
     * or it is not known whether they arrived.
     */
    public Mono<Unpublished> publish(List<RabbitMessage> messages) {
        return publisher.publish(messages);
    }

    /** Does something on a channel of its own, and closes it. */
    public Mono<Void> call(Work work) {
        return ask(channel -> {
                    work.on(channel);
                    return true;
                })
                .then();
    }

    /** As {@link #call}, for something that has an answer. */
    public <T> Mono<T> ask(Question<T> question) {
        return Mono.fromCallable(() -> {
                    Channel channel = consuming.channel();
                    try {
                        return question.on(channel);
                    } catch (IOException | ShutdownSignalException e) {
                        throw e instanceof RabbitException told ? told : consuming.failure(e);
                    } finally {
                        close(channel);
                    }
                })
                .subscribeOn(scheduler)
                .publishOn(Schedulers.parallel());
    }

    /**
     * Messages of a queue as they come, until cancelled. A lost connection, a lost queue and a broker that isn't
     * there yet are waited for, with pauses that grow.
     *
     * @param live this subscription is in it while it lasts
     */
    public Flux<RabbitDelivery> consume(RabbitSource source, int prefetch, Set<RabbitConsumer> live) {
        return Flux.<RabbitDelivery>create(sink -> {
                    var consumer = new RabbitConsumer(
                            consuming, scheduler.createWorker(), source, prefetch, settings.renewal(), sink);
                    live.add(consumer);
                    consumer.start(() -> live.remove(consumer));
                })
                .doOnDiscard(RabbitDelivery.class, RabbitDelivery::giveBack);
    }

    @Override
    public void close() {
        publisher.close();
        consuming.close();
        scheduler.dispose();
        clientThreads.shutdownNow();
    }

    static void close(Channel channel) {
        try {
            channel.close();
        } catch (IOException | TimeoutException | ShutdownSignalException e) {
            // It is gone, which was the aim.
        }
    }

    static ExecutorService clientThreads() {
        return Executors.newFixedThreadPool(
                CLIENT_THREADS,
                Thread.ofPlatform().name("rabbitmq-client-", 0).daemon().factory());
    }

    static ConnectionFactory factory(RabbitSettings settings, ExecutorService threads) throws RabbitException {
        var factory = new ConnectionFactory();
        try {
            factory.setUri(settings.url());
            if (factory.isSSL()) {
                // The client's own default trusts anybody.
                factory.useSslProtocol(SSLContext.getDefault());
                factory.enableHostnameVerification();
            }
        } catch (URISyntaxException | GeneralSecurityException | IllegalArgumentException e) {
            // The cause would show the password.
            throw new RabbitException("not an address (expected: amqp[s]://user:password@host:port/vhost)");
        }
        factory.setAutomaticRecoveryEnabled(false);
        factory.setTopologyRecoveryEnabled(false);
        factory.setConnectionTimeout(Math.toIntExact(settings.connectTimeout().toMillis()));
        factory.setHandshakeTimeout(Math.toIntExact(settings.connectTimeout().toMillis()));
        factory.setChannelRpcTimeout(Math.toIntExact(settings.confirmTimeout().toMillis()));
        factory.setRequestedHeartbeat(Math.toIntExact(settings.heartbeat().toSeconds()));
        factory.setSharedExecutor(threads);
        factory.setExceptionHandler(new QuietHandler());
        factory.setThreadFactory(
                Thread.ofPlatform().name("rabbitmq-io-", 0).daemon().factory());
        return factory;
    }

    /** What is lost is told of where it is missed; the client would tell of it once more. */
    private static final class QuietHandler extends ForgivingExceptionHandler {

        @Override
        protected void log(String message, Throwable e) {
            log.debug("{}", message, e);
        }
    }

    /** Something to do on a channel; may block. */
    @FunctionalInterface
    public interface Work {
        void on(Channel channel) throws IOException;
    }

    /** Something to ask for on a channel; may block. */
    @FunctionalInterface
    public interface Question<T> {
        T on(Channel channel) throws IOException;
    }
}
