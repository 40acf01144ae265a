package dev.postern.logstore.postgres;

import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionFactory;
import io.r2dbc.postgresql.client.SSLMode;
import io.r2dbc.spi.ConnectionFactory;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Makes the connections that {@link PostgresLogStore} works with. */
public final class PostgresPool {

    private static final Duration IDLE = Duration.ofMinutes(10);

    /** A pool that connects when it is first used. The caller disposes of it. */
    public static ConnectionPool create(PostgresPoolSettings settings) {
        return new ConnectionPool(ConnectionPoolConfiguration.builder(new PostgresqlConnectionFactory(driver(settings)))
                .name("postgres")
                .initialSize(0)
                .maxSize(settings.maxConnections())
                .maxIdleTime(IDLE)
                .maxAcquireTime(settings.acquireTimeout())
                .maxCreateConnectionTime(settings.connectTimeout())
                .build());
    }

    /** Connections that are the caller's own, and end when they are closed. */
    public static ConnectionFactory unpooled(PostgresPoolSettings settings) {
        return new PostgresqlConnectionFactory(driver(settings));
    }

    private static PostgresqlConnectionConfiguration driver(PostgresPoolSettings settings) {
        Map<String, String> parameters = settings.parameters();
        var driver = PostgresqlConnectionConfiguration.builder()
                .host(settings.host())
                .port(settings.port())
                .database(settings.database())
                .username(settings.user())
                .password(settings.password())
                .applicationName(parameters.getOrDefault("application_name", "postern"))
                .sslMode(SSLMode.fromValue(parameters.getOrDefault("sslmode", "prefer")))
                .connectTimeout(settings.connectTimeout())
                .statementTimeout(settings.statementTimeout())
                .preparedStatementCacheQueries(settings.preparedStatements())
                // Pages are short statements of many parts: compiling them takes longer than running them.
                .options(Map.of("jit", "off"))
                .tcpKeepAlive(true);
        Optional.ofNullable(parameters.get("sslrootcert")).ifPresent(driver::sslRootCert);
        Optional.ofNullable(parameters.get("sslcert")).ifPresent(driver::sslCert);
        Optional.ofNullable(parameters.get("sslkey")).ifPresent(driver::sslKey);
        Optional.ofNullable(parameters.get("search_path")).ifPresent(driver::schema);
        return driver.build();
    }

    private PostgresPool() {}
}
