package dev.postern.app.wiring;

import dev.postern.app.observed.Observed;
import dev.postern.app.observed.ObservedLogStore;
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
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ValidationDepth;
import java.time.Clock;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;

/** The log in PostgreSQL, over a pool of connections. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(name = "postern.logs-to-clickhouse", havingValue = false)
class PostgresWiring {

    @Bean(destroyMethod = "dispose")
    ConnectionPool postgresPool(ReadyStores stores, PostgresProperties settings) {
        return PostgresPool.create(server(stores, settings));
    }

    @Bean
    ObservedLogStore logStore(ConnectionPool pool, Observed observed) {
        return observed.logStore(new PostgresLogStore(pool, PostgresLogStoreSettings.DEFAULT), "postgres");
    }

    @Bean
    LogProbe logProbe(ConnectionPool pool) {
        return new LogProbe("postgres", validate(pool));
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
        var retention = new PostgresRetention(PostgresPool.unpooled(server(stores, settings)), limits(settings), clock);
        return new LogRetentionUpkeep(
                retention,
                scheduler,
                RetryReach.of(policy, delivery, dispatch),
                settings.logRetention(),
                settings.retentionInterval(),
                all.has(Role.LOG));
    }

    private static RetentionSettings limits(PostgresProperties settings) {
        return new RetentionSettings(
                settings.partitionsAhead(),
                settings.trimBatchSize(),
                RetentionSettings.DEFAULT.maxBatches(),
                settings.trimPause(),
                settings.retentionLockTimeout(),
                settings.retentionScanTimeout(),
                settings.retentionValidateTimeout(),
                settings.retentionSmall().toBytes());
    }

    private static Mono<Void> validate(ConnectionFactory postgres) {
        return Mono.usingWhen(
                postgres.create(),
                connection -> Mono.from(connection.validate(ValidationDepth.REMOTE))
                        .flatMap(valid -> valid
                                ? Mono.<Void>empty()
                                : Mono.error(new IllegalStateException("PostgreSQL does not answer"))),
                Connection::close);
    }

    private static PostgresPoolSettings server(ReadyStores stores, PostgresProperties settings) {
        if (!(stores.log() instanceof PostgresUrl url)) {
            throw new IllegalStateException("the log is not in PostgreSQL: " + stores.log());
        }
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
