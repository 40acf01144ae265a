package dev.postern.logstore.clickhouse;

import dev.postern.logbatch.OddEntriesContract;
import dev.postern.logstore.DeliveryReader;
import dev.postern.logstore.EventReader;
import dev.postern.logstore.LogWriter;
import dev.postern.logstore.TimeResolution;
import dev.postern.logstore.clickhouse.ClickHouseLogStoreSettings.Limits;
import dev.postern.migrations.ClickHouseTarget;
import dev.postern.servers.TestClickHouse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

class ClickHouseOddEntriesTest extends OddEntriesContract {

    private static ClickHouseTarget database;
    private static ClickHouseLogStore store;

    @BeforeAll
    static void connect() {
        database = TestClickHouse.database();
        store = new ClickHouseLogStore(ClickHouseLogStoreTest.settings(database, Limits.DEFAULT));
    }

    @AfterAll
    static void disconnect() {
        if (store != null) {
            store.close();
        }
    }

    @BeforeEach
    void clear() {
        TestClickHouse.execute(database, "truncate table events", "truncate table attempts");
    }

    @Override
    protected LogWriter writer() {
        return store;
    }

    @Override
    protected EventReader events() {
        return store;
    }

    @Override
    protected DeliveryReader deliveries() {
        return store;
    }

    @Override
    protected TimeResolution times() {
        return TimeResolution.MILLISECONDS;
    }

    @Override
    protected boolean refusesHuge() {
        return false;
    }
}
