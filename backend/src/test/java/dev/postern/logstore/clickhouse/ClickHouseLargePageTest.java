package dev.postern.logstore.clickhouse;

import dev.postern.logstore.LargePageContract;
import dev.postern.logstore.LogWriter;
import dev.postern.logstore.clickhouse.ClickHouseLogStoreSettings.Limits;
import dev.postern.migrations.ClickHouseTarget;
import dev.postern.servers.TestClickHouse;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class ClickHouseLargePageTest extends LargePageContract {

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

    @Override
    protected LogWriter writer() {
        return store;
    }

    @Override
    protected List<String> reader() {
        return List.of(
                Reader.class.getName(),
                database.http().toString(),
                database.user(),
                database.password(),
                database.database());
    }

    /** What the process of its own runs; apart, so that it starts no server. */
    static final class Reader {

        static void main(String[] where) {
            try (ClickHouseLogStore store = new ClickHouseLogStore(new ClickHouseLogStoreSettings(
                    URI.create(where[0]), where[1], where[2], where[3], "", Limits.DEFAULT))) {
                read(store, where[4]);
            }
        }

        private Reader() {}
    }
}
