package dev.postern.app.wiring;

import dev.postern.app.settings.PostgresProperties;
import dev.postern.app.settings.Role;
import dev.postern.app.settings.Settings;
import dev.postern.app.start.ReadyStores;
import dev.postern.delivery.DeliverySettings;
import dev.postern.delivery.RetryDispatchSettings;
import dev.postern.logstore.postgres.PostgresLogStore;
import dev.postern.logstore.postgres.PostgresLogStoreSettings;
import dev.postern.logstore.postgres.PostgresPool;
import dev.postern.logstore.postgres.PostgresPoolSettings;
import dev.postern.logstore.postgres.retention.PostgresRetention;
import dev.postern.logstore.postgres.retention.RetentionSettings;
import dev.postern.migrations.PostgresUrl;
import dev.postern.retry.RetryPolicy;
import dev.postern.retry.RetryScheduler;
import io.r2dbc.pool.ConnectionPool;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The log in PostgreSQL, over a pool of connections. */
@Configuration(proxyBeanMethods = false)
class PostgresWiring {

    @Bean(destroyMethod = "dispose")
    ConnectionPool postgresPool(ReadyStores stores, PostgresProperties settings) {
        return PostgresPool.create(server(stores, settings));
    }

    @Bean
    PostgresLogStore logStore(ConnectionPool pool) {
        return new PostgresLogStore(pool, PostgresLogStoreSettings.DEFAULT);
    }

    @Bean
    LogRetentionUpkeep logRetentionUpkeep(
            Settings all,
            ReadyStores stores,
            PostgresProperties settings,
            RetryPolicy policy,
            RetryScheduler scheduler,
            DeliverySettings delivery,
            RetryDispatchSettings dispatch,
            Clock clock) {
        var retention = new PostgresRetention(
                PostgresPool.unpooled(server(stores, settings)),
                RetentionSettings.DEFAULT.with(
                        settings.partitionsAhead(), settings.trimBatchSize(), settings.trimPause()),
                clock);
        return new LogRetentionUpkeep(
                retention,
                scheduler,
                RetryReach.of(policy, delivery, dispatch),
                settings.logRetention(),
                settings.retentionInterval(),
                all.has(Role.LOG));
    }

    private static PostgresPoolSettings server(ReadyStores stores, PostgresProperties settings) {
        PostgresUrl url = PostgresUrl.parse(stores.postgresUrl());
        PostgresPoolSettings usual = PostgresPoolSettings.of(
                url.host(), url.port(), url.database(), url.user(), url.password(), url.parameters());
        return new PostgresPoolSettings(
                usual.host(),
                usual.port(),
                usual.database(),
                usual.user(),
                usual.password(),
                usual.parameters(),
                settings.poolSize(),
                usual.connectTimeout(),
                usual.acquireTimeout(),
                usual.statementTimeout(),
                usual.preparedStatements());
    }
}
