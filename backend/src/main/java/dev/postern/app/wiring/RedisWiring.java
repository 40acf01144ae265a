package dev.postern.app.wiring;

import dev.postern.app.embedded.Secrets;
import dev.postern.app.embedded.StoreException;
import dev.postern.app.observed.Observed;
import dev.postern.app.settings.DeliveryProperties;
import dev.postern.app.settings.QueueProperties;
import dev.postern.app.settings.RetryProperties;
import dev.postern.app.settings.SubscriptionProperties;
import dev.postern.app.start.ReadyStores;
import dev.postern.idempotency.Idempotency;
import dev.postern.idempotency.redis.RedisIdempotency;
import dev.postern.livelog.LiveLog;
import dev.postern.livelog.redis.RedisLiveLog;
import dev.postern.parking.ParkingLot;
import dev.postern.parking.ParkingSettings;
import dev.postern.parking.redis.RedisParkingLot;
import dev.postern.queue.DeliveryQueue;
import dev.postern.queue.LogQueue;
import dev.postern.queue.QueueSettings;
import dev.postern.queue.redis.RedisDeliveryQueue;
import dev.postern.queue.redis.RedisLogQueue;
import dev.postern.quota.QuotaStore;
import dev.postern.quota.redis.RedisQuotaStore;
import dev.postern.redis.RedisConnection;
import dev.postern.redis.RedisSettings;
import dev.postern.retry.RetryScheduler;
import dev.postern.retry.RetrySettings;
import dev.postern.retry.redis.RedisRetryScheduler;
import dev.postern.tenantstore.redis.RedisTenantStore;
import dev.postern.tenantstore.redis.RedisTenantStoreSettings;
import java.time.Clock;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What lives in Redis, over one connection. */
@Configuration(proxyBeanMethods = false)
class RedisWiring {

    @Bean
    RedisConnection redisConnection(ReadyStores stores) {
        RedisSettings settings = stores.redis();
        try {
            return new RedisConnection(settings);
        } catch (RuntimeException e) {
            throw new StoreException("REDIS_HOST: %s does not answer (%s)".formatted(settings, e.getMessage()), e);
        }
    }

    @Bean
    RedisTenantStore tenantStore(RedisConnection redis, Clock clock, Secrets secrets, DeliveryProperties delivery) {
        return new RedisTenantStore(
                redis,
                clock,
                RedisTenantStoreSettings.withSecret(secrets.encryptionSecret())
                        .withMaxDestinationsPerTenant(delivery.maxDestinationsPerTenant()));
    }

    @Bean
    TenantIndexUpkeep tenantIndexUpkeep(RedisTenantStore tenants) {
        return new TenantIndexUpkeep(tenants);
    }

    @Bean
    @ConditionalOnBooleanProperty(name = "postern.queues-in-rabbitmq", havingValue = false)
    DeliveryQueue deliveryQueue(
            RedisConnection redis, QueueProperties queues, DeliveryProperties delivery, Observed observed) {
        return observed.deliveries(new RedisDeliveryQueue(redis, deliveryLimits(queues, delivery)));
    }

    @Bean
    @ConditionalOnBooleanProperty(name = "postern.queues-in-rabbitmq", havingValue = false)
    LogQueue logQueue(RedisConnection redis, QueueProperties queues, Observed observed) {
        return observed.log(new RedisLogQueue(redis, queues.limits()));
    }

    @Bean
    RetryScheduler retryScheduler(RedisConnection redis, RetryProperties retry, Observed observed) {
        return observed.retries(new RedisRetryScheduler(redis, new RetrySettings(retry.visibilityTimeout())));
    }

    @Bean
    ParkingLot parkingLot(RedisConnection redis, DeliveryProperties delivery) {
        return new RedisParkingLot(redis, ParkingSettings.DEFAULTS.withCapacity(delivery.maxParked()));
    }

    @Bean
    QuotaStore quotaStore(RedisConnection redis) {
        return new RedisQuotaStore(redis);
    }

    @Bean
    Idempotency idempotency(RedisConnection redis, Observed observed) {
        return observed.claims(new RedisIdempotency(redis));
    }

    @Bean
    LiveLog liveLog(RedisConnection redis, SubscriptionProperties subscriptions) {
        return new RedisLiveLog(redis, subscriptions.live());
    }

    /** Of the delivery queue, wherever it is: beyond a delivery's deadline there is time to record its outcome. */
    static QueueSettings deliveryLimits(QueueProperties queues, DeliveryProperties delivery) {
        return queues.limits().withVisibility(delivery.timeout().plus(queues.visibility()));
    }
}
