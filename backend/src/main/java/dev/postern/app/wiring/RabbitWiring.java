package dev.postern.app.wiring;

import dev.postern.app.embedded.StoreException;
import dev.postern.app.observed.Observed;
import dev.postern.app.settings.CoreProperties;
import dev.postern.app.settings.DeliveryProperties;
import dev.postern.app.settings.QueueProperties;
import dev.postern.app.settings.RabbitMqProperties;
import dev.postern.queue.DeliveryQueue;
import dev.postern.queue.LogQueue;
import dev.postern.queue.rabbitmq.RabbitQueues;
import dev.postern.rabbitmq.RabbitConnection;
import dev.postern.rabbitmq.RabbitException;
import dev.postern.rabbitmq.RabbitPublisher;
import dev.postern.rabbitmq.RabbitSettings;
import dev.postern.redis.RedisConnection;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.Exceptions;

/** The queues in RabbitMQ. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty("postern.queues-in-rabbitmq")
class RabbitWiring {

    static final String URL = "RABBITMQ_SERVER_URL";

    /** Longer than Outpost's lock can be waited for. */
    private static final Duration DECLARED_WITHIN = Duration.ofSeconds(60);

    @Bean
    RabbitConnection rabbitConnection(RabbitMqProperties settings, CoreProperties core) {
        return connect(URL, settings, settings.serverUrl(), core);
    }

    @Bean
    RabbitQueues rabbitQueues(RabbitConnection connection, RedisConnection redis, RabbitMqProperties settings) {
        var queues = new RabbitQueues(connection, redis, settings.names(), settings.autoProvision());
        try {
            queues.ensure().block(DECLARED_WITHIN);
        } catch (RuntimeException e) {
            throw new StoreException(URL + ": " + Exceptions.unwrap(e).getMessage(), e);
        }
        return queues;
    }

    @Bean
    DeliveryQueue deliveryQueue(
            RabbitQueues queues, QueueProperties limits, DeliveryProperties delivery, Observed observed) {
        return observed.deliveries(queues.delivery(RedisWiring.deliveryLimits(limits, delivery)));
    }

    @Bean
    LogQueue logQueue(RabbitQueues queues, QueueProperties limits, Observed observed) {
        return observed.log(queues.log(limits.limits()));
    }

    @Bean
    QueueProbe rabbitProbe(RabbitConnection connection) {
        return new QueueProbe("rabbitmq", connection.ping());
    }

    /** Connects, or says in one line under which name the operator gave the address that nothing can be done with. */
    static RabbitConnection connect(
            String setting, RabbitMqProperties settings, @Nullable String url, CoreProperties core) {
        return open(RabbitConnection::new, setting, settings, url, core);
    }

    /** As {@link #connect}, of what publishes there alone, and connects once it does. */
    static RabbitPublisher publisher(
            String setting, RabbitMqProperties settings, @Nullable String url, CoreProperties core) {
        return open(RabbitPublisher::new, setting, settings, url, core);
    }

    private static <T> T open(
            Way<T> way, String setting, RabbitMqProperties settings, @Nullable String url, CoreProperties core) {
        if (url == null) {
            throw new IllegalStateException(setting + " is not set");
        }
        try {
            String deployment = core.deploymentId();
            return way.to(settings.server(url), deployment == null ? "postern" : "postern " + deployment);
        } catch (RabbitException e) {
            throw new StoreException(setting + ": " + e.getMessage(), e);
        }
    }

    /** To a broker, by a name that its operator sees. */
    @FunctionalInterface
    private interface Way<T> {
        T to(RabbitSettings settings, String name) throws RabbitException;
    }
}
