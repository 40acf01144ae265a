package dev.postern.logstore.clickhouse;

import dev.postern.logstore.DeliveryReader;
import dev.postern.logstore.FailureReader;
import dev.postern.logstore.LogWriter;
import dev.postern.logstore.clickhouse.ClickHouseLogStoreSettings.Limits;
import dev.postern.migrations.ClickHouseTarget;
import dev.postern.replay.ReplayRunContract;
import dev.postern.servers.TestClickHouse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class ClickHouseReplayRunTest extends ReplayRunContract {

    private static ClickHouseTarget database;
    private static ClickHouseLogStore store;

    @BeforeAll
    static void connect() {
        database = TestClickHouse.database("dep-4");
        store = new ClickHouseLogStore(ClickHouseLogStoreTest.settings(database, Limits.DEFAULT));
    }

    @AfterAll
    static void disconnect() {
        if (store != null) {
            store.close();
        }
    }

    @Override
    protected LogWriter writer() {
        return store;
    }

    @Override
    protected DeliveryReader deliveries() {
        return store;
    }

    @Override
    protected FailureReader failures() {
        return store;
    }

    /** Nothing is merged, so that every row is there as often as it was stored. */
    @Override
    protected void clear() {
        TestClickHouse.execute(
                database,
                "system stop merges `dep-4_events`",
                "system stop merges `dep-4_attempts`",
                "truncate table `dep-4_events`",
                "truncate table `dep-4_attempts`");
    }
}
