package dev.postern.api;

import dev.postern.alert.FailureCounter;
import dev.postern.alert.OperatorEvents;
import dev.postern.alert.OperatorTopics;
import dev.postern.alert.memory.MemoryFailureCounter;
import dev.postern.api.error.Outages;
import dev.postern.api.settings.ApiSettings;
import dev.postern.api.settings.SocketSettings;
import dev.postern.api.settings.SubscriptionSettings;
import dev.postern.delivery.DeliverySettings;
import dev.postern.delivery.DestinationTest;
import dev.postern.delivery.ManualRetry;
import dev.postern.delivery.RetryDispatchSettings;
import dev.postern.idempotency.memory.MemoryIdempotency;
import dev.postern.livelog.LiveFeed;
import dev.postern.livelog.LiveLogSettings;
import dev.postern.livelog.memory.MemoryLiveLog;
import dev.postern.logstore.DeliveryReader;
import dev.postern.logstore.EventReader;
import dev.postern.logstore.MetricsReader;
import dev.postern.logstore.memory.MemoryLogStore;
import dev.postern.model.IdGenerator;
import dev.postern.provider.ProviderRegistry;
import dev.postern.publish.EventPublisher;
import dev.postern.publish.EventPublisherSettings;
import dev.postern.queue.QueueSettings;
import dev.postern.queue.memory.MemoryDeliveryQueue;
import dev.postern.queue.memory.MemoryLogQueue;
import dev.postern.queue.memory.MemoryOperatorEventQueue;
import dev.postern.quota.QuotaStore;
import dev.postern.quota.memory.MemoryQuotaStore;
import dev.postern.replay.ReplayPlanner;
import dev.postern.replay.ReplaySettings;
import dev.postern.replay.ReplayStore;
import dev.postern.replay.Replays;
import dev.postern.replay.memory.MemoryReplayStore;
import dev.postern.retry.RetryScheduler;
import dev.postern.retry.RetrySettings;
import dev.postern.retry.memory.MemoryRetryScheduler;
import dev.postern.security.PortalLinks;
import dev.postern.security.SecurityConfiguration;
import dev.postern.security.SecuritySettings;
import dev.postern.security.TenantDirectory;
import dev.postern.security.memory.MemoryPortalLinks;
import dev.postern.tenantstore.TenantStore;
import dev.postern.tenantstore.memory.MemoryTenantStore;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.graphql.autoconfigure.GraphQlSourceBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.graphql.execution.SchemaReport;

/** The API on memory stores whose calls are counted. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({ApiConfiguration.class, SecurityConfiguration.class})
class ApiTestApplication {

    static final String API_KEY = "operator-key";
    static final String JWT_SECRET = "short";
    static final List<String> TOPICS = List.of("user.created", "user.deleted", "order.paid");

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    StoreCalls storeCalls() {
        return new StoreCalls();
    }

    @Bean
    TenantStore tenantStore(Clock clock, StoreCalls calls) {
        return calls.counting(TenantStore.class, new MemoryTenantStore(clock, 3));
    }

    @Bean
    MemoryLogStore logStore() {
        return new MemoryLogStore();
    }

    @Bean
    @Primary
    EventReader eventReader(MemoryLogStore log, StoreCalls calls) {
        return calls.counting(EventReader.class, log);
    }

    @Bean
    @Primary
    DeliveryReader deliveryReader(MemoryLogStore log, StoreCalls calls) {
        return calls.counting(DeliveryReader.class, log);
    }

    @Bean
    @Primary
    MetricsReader metricsReader(MemoryLogStore log, StoreCalls calls) {
        return calls.counting(MetricsReader.class, log);
    }

    @Bean
    MemoryDeliveryQueue deliveryQueue() {
        return new MemoryDeliveryQueue(QueueSettings.defaults());
    }

    @Bean
    MemoryLogQueue logQueue() {
        return new MemoryLogQueue(QueueSettings.defaults());
    }

    @Bean
    RetryScheduler retryScheduler(Clock clock, StoreCalls calls) {
        return calls.counting(RetryScheduler.class, new MemoryRetryScheduler(clock, RetrySettings.defaults()));
    }

    @Bean
    FailureCounter failureCounter(Clock clock) {
        return new MemoryFailureCounter(clock);
    }

    @Bean
    MemoryOperatorEventQueue operatorEventQueue() {
        return new MemoryOperatorEventQueue(QueueSettings.defaults());
    }

    @Bean
    OperatorEvents operatorEvents(MemoryOperatorEventQueue queue, Clock clock) {
        return new OperatorEvents(queue, new OperatorTopics(List.of(OperatorTopics.ALL)), null, Duration.ZERO, clock);
    }

    @Bean
    MemoryIdempotency idempotency(Clock clock) {
        return new MemoryIdempotency(clock);
    }

    @Bean
    QuotaStore quotaStore(Clock clock) {
        return new MemoryQuotaStore(clock);
    }

    @Bean
    IdGenerator idGenerator() {
        var next = new AtomicInteger();
        return new IdGenerator() {
            @Override
            public String newEventId() {
                return "evt_" + next.incrementAndGet();
            }

            @Override
            public String newDestinationId() {
                return "des_" + next.incrementAndGet();
            }

            @Override
            public String newDeliveryId() {
                return "atm_" + next.incrementAndGet();
            }

            @Override
            public String newReplayId() {
                return "rpl_" + next.incrementAndGet();
            }
        };
    }

    @Bean
    ProviderRegistry providerRegistry() {
        return new ProviderRegistry(List.of(new SampleProvider()));
    }

    @Bean
    EventPublisher eventPublisher(TenantStore tenants, MemoryDeliveryQueue queue, MemoryIdempotency idempotency) {
        return new EventPublisher(tenants, queue, idempotency, EventPublisherSettings.DEFAULTS.withTopics(TOPICS));
    }

    @Bean
    ManualRetry manualRetry(
            MemoryLogStore log, TenantStore tenants, MemoryDeliveryQueue queue, MemoryIdempotency idempotency) {
        return new ManualRetry(log, log, tenants, queue, idempotency, RetryDispatchSettings.DEFAULTS);
    }

    @Bean
    ReplaySettings replaySettings() {
        return ReplaySettings.DEFAULTS
                .withLimits(5, 2, 3, 3)
                .withTimes(Duration.ofHours(1), Duration.ofDays(1), Duration.ofMillis(20))
                .withReserved(0);
    }

    @Bean
    MemoryReplayStore replayStore(Clock clock, ReplaySettings settings) {
        return new MemoryReplayStore(clock, settings);
    }

    @Bean
    ReplayPlanner replayPlanner(MemoryLogStore log, Clock clock, ReplaySettings settings) {
        return new ReplayPlanner(log, log, clock, settings);
    }

    @Bean
    Replays replays(ReplayPlanner planner, ReplayStore store, IdGenerator ids, Clock clock, ReplaySettings settings) {
        return new Replays(planner, store, ids, clock, settings);
    }

    @Bean
    DestinationTest destinationTest(TenantStore tenants, ProviderRegistry providers, IdGenerator ids, Clock clock) {
        return new DestinationTest(tenants, providers, ids, clock, DeliverySettings.DEFAULTS);
    }

    @Bean
    ApiSettings apiSettings() {
        return ApiSettings.of(TOPICS, false, null);
    }

    @Bean
    SubscriptionSettings subscriptionSettings() {
        return new SubscriptionSettings(3, 2, 3);
    }

    @Bean
    SocketSettings socketSettings() {
        return new SocketSettings(
                10, 2, 3, 65_536, Duration.ofSeconds(2), Duration.ofSeconds(1), List.of("https://friend.example"));
    }

    @Bean
    MemoryLiveLog liveLog() {
        return new MemoryLiveLog();
    }

    @Bean
    LiveFeed liveFeed(MemoryLiveLog live) {
        return new LiveFeed(live, LiveLogSettings.DEFAULTS.withBuffer(10));
    }

    @Bean
    SecuritySettings securitySettings() {
        return new SecuritySettings(API_KEY, JWT_SECRET, null);
    }

    @Bean
    PortalLinks portalLinks(Clock clock) {
        return new MemoryPortalLinks(clock);
    }

    @Bean
    TenantDirectory tenantDirectory(TenantStore tenants) {
        return id -> tenants.retrieveTenant(id).hasElement();
    }

    @Bean
    Outages outages() {
        return error -> error instanceof IOException ? Optional.of(Outages.Kind.UNAVAILABLE) : Optional.empty();
    }

    @Bean
    SchemaFindings schemaFindings() {
        return new SchemaFindings();
    }

    @Bean
    GraphQlSourceBuilderCustomizer inspection(SchemaFindings findings) {
        return builder -> builder.inspectSchemaMappings(findings::set);
    }

    /** What the mapping inspection found. */
    static final class SchemaFindings {
        private volatile @Nullable SchemaReport report;

        void set(SchemaReport found) {
            report = found;
        }

        @Nullable
        SchemaReport get() {
            return report;
        }
    }
}
