package dev.postern.logstore.clickhouse;

import dev.postern.logstore.LogWriter;
import dev.postern.logstore.MetricsContract;
import dev.postern.logstore.MetricsReader;
import dev.postern.logstore.clickhouse.ClickHouseLogStoreSettings.Limits;
import dev.postern.migrations.ClickHouseTarget;
import dev.postern.servers.TestClickHouse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class ClickHouseMetricsTest extends MetricsContract {

    private static ClickHouseTarget database;
    private static ClickHouseLogStore store;

    @BeforeAll
    static void connect() {
        database = TestClickHouse.database("dep-2");
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
    protected MetricsReader metrics() {
        return store;
    }

    /** Nothing is merged, so that every row is there as often as it was stored. */
    @Override
    protected void clear() {
        TestClickHouse.execute(
                database,
                "system stop merges `dep-2_events`",
                "system stop merges `dep-2_attempts`",
                "truncate table `dep-2_events`",
                "truncate table `dep-2_attempts`");
    }
}
