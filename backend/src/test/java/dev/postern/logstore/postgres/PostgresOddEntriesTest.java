package dev.postern.logstore.postgres;

import dev.postern.logbatch.OddEntriesContract;
import dev.postern.logstore.DeliveryReader;
import dev.postern.logstore.EventReader;
import dev.postern.logstore.LogWriter;
import dev.postern.migrations.PostgresUrl;
import dev.postern.servers.TestPostgres;
import io.r2dbc.pool.ConnectionPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;

class PostgresOddEntriesTest extends OddEntriesContract {

    private static final PostgresUrl DATABASE = TestPostgres.database();
    private static final ConnectionPool CONNECTIONS = PostgresLogStoreTest.pool(DATABASE);
    private static final PostgresLogStore STORE = new PostgresLogStore(CONNECTIONS, PostgresLogStoreSettings.DEFAULT);

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

    @Override
    protected boolean refusesHuge() {
        return true;
    }
}
