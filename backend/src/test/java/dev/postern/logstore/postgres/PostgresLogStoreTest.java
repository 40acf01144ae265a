package dev.postern.logstore.postgres;

import dev.postern.logstore.DeliveryReader;
import dev.postern.logstore.EventReader;
import dev.postern.logstore.LogStoreContract;
import dev.postern.logstore.LogWriter;
import dev.postern.migrations.PostgresUrl;
import dev.postern.servers.TestPostgres;
import io.r2dbc.pool.ConnectionPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;

class PostgresLogStoreTest extends LogStoreContract {

    private static final PostgresUrl DATABASE = TestPostgres.database();

    private static final ConnectionPool CONNECTIONS = pool(DATABASE);
    private static final PostgresLogStore STORE = new PostgresLogStore(CONNECTIONS, PostgresLogStoreSettings.DEFAULT);

    static ConnectionPool pool(PostgresUrl url) {
        return PostgresPool.create(PostgresPoolSettings.of(
                url.host(), url.port(), url.database(), url.user(), url.password(), url.parameters()));
    }

    @AfterAll
    static void disconnect() {
        CONNECTIONS.dispose();
    }

    @BeforeEach
    void clear() {
        TestPostgres.execute(DATABASE, "truncate events, attempts");
    }

    @Override
    protected LogWriter writer() {
        return STORE;
    }

    @Override
    protected EventReader events() {
        return STORE;
    }

    @Override
    protected DeliveryReader deliveries() {
        return STORE;
    }
}
