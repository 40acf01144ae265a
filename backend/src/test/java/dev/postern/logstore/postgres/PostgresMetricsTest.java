package dev.postern.logstore.postgres;

import dev.postern.logstore.LogWriter;
import dev.postern.logstore.MetricsContract;
import dev.postern.logstore.MetricsReader;
import dev.postern.migrations.PostgresUrl;
import dev.postern.servers.TestPostgres;
import io.r2dbc.pool.ConnectionPool;
import org.junit.jupiter.api.AfterAll;

/** The driver puts every session into the time zone of the process, which is not UTC. */
class PostgresMetricsTest extends MetricsContract {

    private static final PostgresUrl DATABASE = TestPostgres.database();

    private static final ConnectionPool CONNECTIONS = PostgresLogStoreTest.pool(DATABASE);
    private static final PostgresLogStore STORE = new PostgresLogStore(CONNECTIONS, PostgresLogStoreSettings.DEFAULT);

    @AfterAll
    static void disconnect() {
        CONNECTIONS.dispose();
    }

    @Override
    protected LogWriter writer() {
        return STORE;
    }

    @Override
    protected MetricsReader metrics() {
        return STORE;
    }

    @Override
    protected void clear() {
        TestPostgres.execute(DATABASE, "truncate events, attempts");
    }
}
