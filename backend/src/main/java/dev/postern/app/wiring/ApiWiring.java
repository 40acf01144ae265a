package dev.postern.app.wiring;

import dev.postern.api.ApiConfiguration;
import dev.postern.api.error.Outages;
import dev.postern.api.settings.ApiSettings;
import dev.postern.api.settings.SocketSettings;
import dev.postern.api.settings.SubscriptionSettings;
import dev.postern.app.embedded.Secrets;
import dev.postern.app.settings.ApiProperties;
import dev.postern.app.settings.CoreProperties;
import dev.postern.app.settings.MetricsProperties;
import dev.postern.app.settings.PublishProperties;
import dev.postern.app.settings.QueryProperties;
import dev.postern.app.settings.QuotaProperties;
import dev.postern.app.settings.SocketProperties;
import dev.postern.app.settings.SubscriptionProperties;
import dev.postern.app.settings.TrustedDocumentsProperties;
import dev.postern.livelog.LiveFeed;
import dev.postern.livelog.LiveLog;
import dev.postern.redis.RedisConnection;
import dev.postern.security.PortalLinks;
import dev.postern.security.SecurityConfiguration;
import dev.postern.security.SecuritySettings;
import dev.postern.security.TenantDirectory;
import dev.postern.security.redis.RedisPortalLinks;
import dev.postern.tenantstore.TenantStore;
import java.net.URI;
import java.time.Clock;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** GraphQL and who may use it, in processes of that role. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty("postern.has-api")
@Import({ApiConfiguration.class, SecurityConfiguration.class})
class ApiWiring {

    @Bean
    ApiSettings apiSettings(
            ApiProperties api,
            QueryProperties query,
            QuotaProperties quotas,
            TrustedDocumentsProperties trusted,
            PublishProperties publish,
            MetricsProperties metrics) {
        ApiSettings usual = ApiSettings.of(
                publish.topics(),
                publish.topicWildcards(),
                api.publicUrl() == null ? null : URI.create(api.publicUrl()));
        return new ApiSettings(
                usual.topics(),
                usual.topicWildcards(),
                usual.publicUrl(),
                Math.toIntExact(api.maxEventSize().toBytes()),
                Math.toIntExact(api.maxRequestSize().toBytes()),
                query.settings(),
                quotas.settings(),
                trusted.settings(),
                api.maxAnswerCharacters(),
                api.maxOpenAnswerCharacters() == 0 ? ApiSettings.openAnswerCharacters() : api.maxOpenAnswerCharacters(),
                usual.publishConcurrency(),
                usual.deadline(),
                metrics.maxPoints(),
                metrics.timeout());
    }

    @Bean
    SubscriptionSettings subscriptionSettings(SubscriptionProperties subscriptions) {
        return subscriptions.limits();
    }

    @Bean
    SocketSettings socketSettings(SocketProperties sockets) {
        return sockets.limits();
    }

    @Bean
    LiveFeed liveFeed(LiveLog live, SubscriptionProperties subscriptions) {
        return new LiveFeed(live, subscriptions.live());
    }

    @Bean
    SecuritySettings securitySettings(Secrets secrets, CoreProperties core) {
        return new SecuritySettings(secrets.apiKey(), secrets.jwtSecret(), core.deploymentId());
    }

    @Bean
    PortalLinks portalLinks(RedisConnection redis, Clock clock) {
        return new RedisPortalLinks(redis, clock);
    }

    @Bean
    Outages outages() {
        return new StoreOutages();
    }

    @Bean
    TenantDirectory tenantDirectory(TenantStore tenants) {
        return tenantId -> tenants.retrieveTenant(tenantId).hasElement();
    }
}
