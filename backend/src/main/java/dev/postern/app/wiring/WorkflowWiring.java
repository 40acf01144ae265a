package dev.postern.app.wiring;

import dev.postern.alert.Alerts;
import dev.postern.app.ids.PosternIds;
import dev.postern.app.observed.Observed;
import dev.postern.app.settings.CoreProperties;
import dev.postern.app.settings.DeliveryProperties;
import dev.postern.app.settings.IdProperties;
import dev.postern.app.settings.LogProperties;
import dev.postern.app.settings.PublishProperties;
import dev.postern.app.settings.RetryProperties;
import dev.postern.app.settings.Settings;
import dev.postern.delivery.DeliveryHandler;
import dev.postern.delivery.DeliverySettings;
import dev.postern.delivery.DestinationTest;
import dev.postern.delivery.ManualRetry;
import dev.postern.delivery.RetryDispatchSettings;
import dev.postern.delivery.RetryDispatcher;
import dev.postern.delivery.lanes.LaneSettings;
import dev.postern.delivery.lanes.Lanes;
import dev.postern.idempotency.Idempotency;
import dev.postern.livelog.LiveLog;
import dev.postern.logbatch.LogBatchSettings;
import dev.postern.logbatch.LogBatcher;
import dev.postern.logstore.DeliveryReader;
import dev.postern.logstore.EventReader;
import dev.postern.logstore.LogWriter;
import dev.postern.model.IdGenerator;
import dev.postern.parking.ParkingLot;
import dev.postern.provider.ProviderRegistry;
import dev.postern.publish.EventPublisher;
import dev.postern.publish.EventPublisherSettings;
import dev.postern.queue.DeliveryQueue;
import dev.postern.queue.LogQueue;
import dev.postern.retry.RetryPolicy;
import dev.postern.retry.RetryScheduler;
import dev.postern.tenantstore.TenantStore;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Publishing, delivering and logging, over the ports. */
@Configuration(proxyBeanMethods = false)
class WorkflowWiring {

    @Bean
    IdGenerator idGenerator(IdProperties settings) {
        return PosternIds.of(settings);
    }

    @Bean
    RetryPolicy retryPolicy(RetryProperties settings) {
        return settings.policy();
    }

    @Bean
    DeliverySettings deliverySettings(
            Settings all, DeliveryProperties settings, RetryProperties retry, CoreProperties core) {
        return DeliverySettings.DEFAULTS
                .withConcurrency(all.deliveryConcurrency())
                .withTimeout(settings.timeout())
                .withRemember(settings.idempotencyTtl())
                .withLongestRetryAfter(retry.longestRetryAfter())
                .withDisablesGone(settings.disableGone())
                .withDrain(core.drain());
    }

    @Bean
    RetryDispatchSettings retryDispatchSettings(RetryProperties retry, DeliveryProperties delivery) {
        RetryDispatchSettings settings = RetryDispatchSettings.DEFAULTS.withRemember(delivery.idempotencyTtl());
        return retry.pollBackoff().isZero() ? settings : settings.withLongestIdle(retry.pollBackoff());
    }

    @Bean
    LogBatchSettings logBatchSettings(Settings all, LogProperties log, CoreProperties core) {
        return LogBatchSettings.DEFAULTS
                .withSize(log.batchSize())
                .withConcurrency(log.maxConcurrency())
                .withThreshold(all.logBatchThreshold())
                .withDrain(core.drain());
    }

    @Bean
    EventPublisher eventPublisher(
            TenantStore tenants, DeliveryQueue queue, Idempotency idempotency, PublishProperties settings) {
        return new EventPublisher(
                tenants,
                queue,
                idempotency,
                EventPublisherSettings.DEFAULTS.withTopics(settings.topics()).withRemember(settings.idempotencyTtl()));
    }

    @Bean
    DeliveryHandler deliveryHandler(
            TenantStore tenants,
            DeliveryQueue queue,
            ParkingLot lot,
            ProviderRegistry providers,
            RetryPolicy policy,
            RetryScheduler scheduler,
            LogQueue logQueue,
            Idempotency idempotency,
            Alerts alerts,
            IdGenerator ids,
            Clock clock,
            DeliverySettings settings,
            Observed observed) {
        return new DeliveryHandler(
                tenants,
                queue,
                lot,
                observed.providers(providers),
                policy,
                scheduler,
                logQueue,
                idempotency,
                alerts,
                ids,
                clock,
                settings);
    }

    @Bean
    Lanes lanes(Settings all, DeliveryProperties settings, Clock clock) {
        LaneSettings usual = LaneSettings.of(all.deliveryConcurrency());
        Integer perDestination = settings.maxPerDestination();
        Integer perTenant = settings.maxPerTenant();
        Integer waiting = settings.maxWaiting();
        return new Lanes(
                usual.withPerDestination(perDestination == null ? usual.perDestination() : perDestination)
                        .withPerTenant(perTenant == null ? usual.perTenant() : perTenant)
                        .withWaiting(waiting == null ? usual.waiting() : waiting)
                        .withCircuit(settings.circuitFailures(), settings.circuitPause()),
                clock);
    }

    @Bean
    DestinationTest destinationTest(
            TenantStore tenants, ProviderRegistry providers, IdGenerator ids, Clock clock, DeliverySettings settings) {
        return new DestinationTest(tenants, providers, ids, clock, settings);
    }

    @Bean
    RetryDispatcher retryDispatcher(
            RetryScheduler scheduler,
            DeliveryReader deliveries,
            DeliveryQueue queue,
            LogQueue logQueue,
            Idempotency idempotency,
            IdGenerator ids,
            Clock clock,
            RetryDispatchSettings settings) {
        return new RetryDispatcher(scheduler, deliveries, queue, logQueue, idempotency, ids, clock, settings);
    }

    @Bean
    ManualRetry manualRetry(
            EventReader events,
            DeliveryReader deliveries,
            TenantStore tenants,
            DeliveryQueue queue,
            Idempotency idempotency,
            RetryDispatchSettings settings) {
        return new ManualRetry(events, deliveries, tenants, queue, idempotency, settings);
    }

    @Bean
    LogBatcher logBatcher(LogWriter writer, LogBatchSettings settings, LiveLog live) {
        return new LogBatcher(writer, settings, live);
    }
}
