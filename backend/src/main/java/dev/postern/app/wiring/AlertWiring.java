package dev.postern.app.wiring;

import dev.postern.alert.Alerts;
import dev.postern.alert.FailureCounter;
import dev.postern.alert.OperatorEventWorker;
import dev.postern.alert.OperatorEvents;
import dev.postern.alert.OperatorTopics;
import dev.postern.alert.http.HttpSink;
import dev.postern.alert.redis.RedisFailureCounter;
import dev.postern.app.settings.AlertProperties;
import dev.postern.app.settings.CoreProperties;
import dev.postern.app.settings.QueueProperties;
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
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Who watches destinations fail, and who is told. */
@Configuration(proxyBeanMethods = false)
class AlertWiring {

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    @Bean
    FailureCounter failureCounter(RedisConnection redis) {
        return new RedisFailureCounter(redis);
    }

    /** In Redis wherever the other queues are. Where it is full, a delivery doesn't wait. */
    @Bean
    OperatorEventQueue operatorEventQueue(RedisConnection redis, QueueProperties queues) {
        return new RedisOperatorEventQueue(redis, queues.limits().withPublishWait(Duration.ZERO));
    }

    @Bean
    Alerts alerts(
            FailureCounter counter,
            TenantStore tenants,
            OperatorEventQueue queue,
            Clock clock,
            AlertProperties settings,
            CoreProperties core) {
        OperatorEvents events = settings.tells()
                ? new OperatorEvents(queue, new OperatorTopics(settings.topics()), core.deploymentId())
                : OperatorEvents.NONE;
        if (!settings.topics().isEmpty() && !settings.tells()) {
            Logger log = LoggerFactory.getLogger(AlertWiring.class);
            log.warn("OPERATOR_EVENTS_TOPICS does nothing without OPERATOR_EVENTS_HTTP_URL");
        }
        if (settings.topics().contains(OperatorTopics.SUBSCRIPTION)) {
            Logger log = LoggerFactory.getLogger(AlertWiring.class);
            log.warn("OPERATOR_EVENTS_TOPICS: {} is not told of yet", OperatorTopics.SUBSCRIPTION);
        }
        return new Alerts(counter, tenants, events, clock, settings.limits());
    }

    @Bean
    @ConditionalOnProperty("postern.alert.http-url")
    RoleWorker operatorEventWorker(
            Settings all, OperatorEventQueue queue, AlertProperties settings, CoreProperties core) {
        return new RoleWorker(
                "operator-events",
                Role.DELIVERY,
                all,
                RoleWorker.WRITES_ENTRIES,
                new OperatorEventWorker(
                        queue,
                        new HttpSink(String.valueOf(settings.httpUrl()), settings.httpSecret(), settings.timeout()),
                        settings.tries(),
                        FIRST_PAUSE,
                        core.drain()));
    }
}
