package dev.postern.logstore.postgres;

import dev.postern.logstore.LargePageContract;
import dev.postern.logstore.LogWriter;
import dev.postern.migrations.PostgresUrl;
import dev.postern.servers.TestPostgres;
import io.r2dbc.pool.ConnectionPool;
import java.util.List;
import org.junit.jupiter.api.AfterAll;

class PostgresLargePageTest extends LargePageContract {

    private static final PostgresUrl DATABASE = TestPostgres.database();
    private static final ConnectionPool CONNECTIONS = PostgresLogStoreTest.pool(DATABASE);

    @AfterAll
    static void disconnect() {
        CONNECTIONS.dispose();
    }

    @Override
    protected LogWriter writer() {
        return new PostgresLogStore(CONNECTIONS, PostgresLogStoreSettings.DEFAULT);
    }

    @Override
    protected List<String> reader() {
        return List.of(
                Reader.class.getName(),
                "postgres://%s:%s@%s:%d/%s?sslmode=disable"
                        .formatted(
                                DATABASE.user(),
                                DATABASE.password(),
                                DATABASE.host(),
                                DATABASE.port(),
                                DATABASE.database()));
    }

    /** What the process of its own runs; apart, so that it starts no server. */
    static final class Reader {

        static void main(String[] arguments) {
            PostgresUrl given = PostgresUrl.parse(arguments[0]);
            ConnectionPool connections = PostgresPool.create(PostgresPoolSettings.of(
                    given.host(), given.port(), given.database(), given.user(), given.password(), given.parameters()));
            read(new PostgresLogStore(connections, PostgresLogStoreSettings.DEFAULT), arguments[1]);
        }

        private Reader() {}
    }
}
