package dev.postern.app.wiring;

import dev.postern.app.settings.ApiProperties;
import dev.postern.app.settings.CoreProperties;
import dev.postern.app.settings.PublishProperties;
import dev.postern.app.settings.PublishQueueProperties;
import dev.postern.app.settings.RabbitMqProperties;
import dev.postern.app.settings.Role;
import dev.postern.app.settings.Settings;
import dev.postern.intake.IntakeWorker;
import dev.postern.intake.rabbitmq.RabbitEventSource;
import dev.postern.intake.redis.RedisFailureCounter;
import dev.postern.model.IdGenerator;
import dev.postern.publish.EventPublisher;
import dev.postern.redis.RedisConnection;
import java.time.Clock;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The publish queue, in processes of the role that takes events in. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty("postern.has-publish-queue")
class PublishQueueWiring {

    @Bean
    RabbitEventSource eventSource(PublishQueueProperties queue, RabbitMqProperties rabbit, CoreProperties core) {
        return new RabbitEventSource(
                RabbitWiring.connect("PUBLISH_RABBITMQ_SERVER_URL", rabbit, queue.serverUrl(), core),
                String.valueOf(queue.queue()),
                core.drain());
    }

    @Bean
    RoleWorker publishQueueWorker(
            Settings settings,
            RabbitEventSource source,
            EventPublisher publisher,
            RedisConnection redis,
            IdGenerator ids,
            Clock clock,
            PublishQueueProperties queue,
            PublishProperties publish,
            ApiProperties api,
            CoreProperties core) {
        return new RoleWorker(
                Role.API,
                settings,
                RoleWorker.MAKES_ENTRIES,
                new IntakeWorker(
                        source,
                        publisher,
                        new RedisFailureCounter(redis),
                        ids,
                        clock,
                        queue.intake()
                                .withMaxBytes(Math.toIntExact(api.maxEventSize().toBytes()))
                                .withRequiresTopic(!publish.topics().isEmpty())
                                .withDrain(core.drain())));
    }

    @Bean
    QueueProbe publishQueueProbe(RabbitEventSource source) {
        return new QueueProbe("publish-queue", source.ping());
    }
}
