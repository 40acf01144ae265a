package dev.postern.logstore.postgres;

import dev.postern.logstore.DeliveryReader;
import dev.postern.logstore.FailureReader;
import dev.postern.logstore.LogWriter;
import dev.postern.migrations.PostgresUrl;
import dev.postern.replay.ReplayRunContract;
import dev.postern.servers.TestPostgres;
import io.r2dbc.pool.ConnectionPool;
import org.junit.jupiter.api.AfterAll;

class PostgresReplayRunTest extends ReplayRunContract {

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
    protected DeliveryReader deliveries() {
        return STORE;
    }

    @Override
    protected FailureReader failures() {
        return STORE;
    }

    @Override
    protected void clear() {
        TestPostgres.execute(DATABASE, "truncate events, attempts");
    }
}
