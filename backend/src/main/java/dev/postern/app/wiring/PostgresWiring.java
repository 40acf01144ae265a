package dev.postern.app.wiring;

import dev.postern.app.settings.PostgresProperties;
import dev.postern.app.start.ReadyStores;
import dev.postern.logstore.postgres.PostgresLogStore;
import dev.postern.logstore.postgres.PostgresLogStoreSettings;
import dev.postern.logstore.postgres.PostgresPool;
import dev.postern.logstore.postgres.PostgresPoolSettings;
import dev.postern.migrations.PostgresUrl;
import io.r2dbc.pool.ConnectionPool;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The log in PostgreSQL, over a pool of connections. */
@Configuration(proxyBeanMethods = false)
class PostgresWiring {

    @Bean(destroyMethod = "dispose")
    ConnectionPool postgresPool(ReadyStores stores, PostgresProperties settings) {
        PostgresUrl url = PostgresUrl.parse(stores.postgresUrl());
        PostgresPoolSettings usual = PostgresPoolSettings.of(
                url.host(), url.port(), url.database(), url.user(), url.password(), url.parameters());
        return PostgresPool.create(new PostgresPoolSettings(
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
                usual.preparedStatements()));
    }

    @Bean
    PostgresLogStore logStore(ConnectionPool pool) {
        return new PostgresLogStore(pool, PostgresLogStoreSettings.DEFAULT);
    }
}
