package dev.postern.app.wiring;

import dev.postern.alert.Alerts;
import dev.postern.alert.FailureCounter;
import dev.postern.alert.OperatorEventSink;
import dev.postern.alert.OperatorEventWorker;
import dev.postern.alert.OperatorEvents;
import dev.postern.alert.OperatorTopics;
import dev.postern.alert.http.HttpSink;
import dev.postern.alert.rabbitmq.RabbitSink;
import dev.postern.alert.redis.RedisFailureCounter;
import dev.postern.app.observed.Observed;
import dev.postern.app.settings.AlertProperties;
import dev.postern.app.settings.CoreProperties;
import dev.postern.app.settings.QueueProperties;
import dev.postern.app.settings.RabbitMqProperties;
import dev.postern.app.settings.Role;
import dev.postern.app.settings.Settings;
import dev.postern.queue.OperatorEventQueue;
import dev.postern.queue.redis.RedisOperatorEventQueue;
import dev.postern.redis.RedisConnection;
import dev.postern.tenantstore.TenantStore;
import java.time.Clock;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Who watches destinations fail, and who is told. */
@Configuration(proxyBeanMethods = false)
class AlertWiring {

    private static final Logger log = LoggerFactory.getLogger(AlertWiring.class);

    private static final String SINK = "postern.operator-event-sink";
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    @Bean
    FailureCounter failureCounter(RedisConnection redis) {
        return new RedisFailureCounter(redis);
    }

    /** In Redis wherever the other queues are. Whoever tells of something waits for room, not the queue. */
    @Bean
    OperatorEventQueue operatorEventQueue(RedisConnection redis, QueueProperties queues, Observed observed) {
        return observed.operatorEvents(
                new RedisOperatorEventQueue(redis, queues.limits().withPublishWait(Duration.ZERO)));
    }

    @Bean
    OperatorEvents operatorEvents(
            OperatorEventQueue queue, Clock clock, AlertProperties settings, CoreProperties core) {
        if (settings.tells()) {
            return new OperatorEvents(
                    queue, new OperatorTopics(settings.topics()), core.deploymentId(), settings.patience(), clock);
        }
        if (!settings.topics().isEmpty()) {
            log.warn("OPERATOR_EVENTS_TOPICS does nothing without OPERATOR_EVENTS_HTTP_URL"
                    + " or OPERATOR_EVENTS_RABBITMQ_SERVER_URL");
        }
        return OperatorEvents.NONE;
    }

    @Bean
    Alerts alerts(
            FailureCounter counter, TenantStore tenants, OperatorEvents events, Clock clock, AlertProperties settings) {
        return new Alerts(counter, tenants, events, clock, settings.limits());
    }

    @Bean
    @ConditionalOnProperty(name = SINK, havingValue = "HTTP")
    OperatorEventSink httpSink(AlertProperties settings) {
        return new HttpSink(String.valueOf(settings.httpUrl()), settings.httpSecret(), settings.timeout());
    }

    @Bean
    @ConditionalOnProperty(name = SINK, havingValue = "RABBITMQ")
    OperatorEventSink rabbitSink(AlertProperties settings, RabbitMqProperties rabbit, CoreProperties core) {
        return new RabbitSink(
                RabbitWiring.publisher("OPERATOR_EVENTS_RABBITMQ_SERVER_URL", rabbit, settings.rabbitUrl(), core),
                String.valueOf(settings.rabbitExchange()));
    }

    @Bean
    @ConditionalOnBooleanProperty("postern.sends-operator-events")
    RoleWorker operatorEventWorker(
            Settings all,
            OperatorEventQueue queue,
            OperatorEventSink sink,
            Observed observed,
            AlertProperties settings,
            CoreProperties core) {
        return new RoleWorker(
                "operator-events",
                Role.DELIVERY,
                all,
                RoleWorker.WRITES_ENTRIES,
                new OperatorEventWorker(queue, observed.sink(sink), settings.tries(), FIRST_PAUSE, core.drain()));
    }
}
