package dev.postern.app.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.clickhouse.client.api.Client;
import com.clickhouse.client.api.query.QuerySettings;
import dev.postern.api.error.Outages.Kind;
import dev.postern.migrations.ClickHouseTarget;
import dev.postern.servers.TestClickHouse;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** ClickHouse has trouble: what its client says of it, and what callers hear. */
class ClickHouseOutagesTest {

    private final StoreOutages outages = new StoreOutages();
    private final ClickHouseTarget database = TestClickHouse.emptyDatabase("");

    /** A filter makes a statement look through years; the database's own limit ends it. */
    @Test
    void of_findsAStatementTooSlow() {
        Throwable error = failure(
                database,
                "select count() from numbers(100000000000) where sipHash64(number) = 1",
                new QuerySettings().setMaxExecutionTime(1));

        assertThat(outages.of(error)).hasValue(Kind.TOO_SLOW);
    }

    @Test
    void of_findsTheMemoryUsedUp() {
        Throwable error = failure(
                database,
                "select groupArray(toString(number)) from numbers(100000000)",
                new QuerySettings().serverSetting("max_memory_usage", "1000000"));

        assertThat(outages.of(error)).hasValue(Kind.UNAVAILABLE);
    }

    @Test
    void of_findsNoServerThere() {
        ClickHouseTarget nobody = new ClickHouseTarget("127.0.0.1", 1, false, "default", "", "default", "");

        assertThat(outages.of(failure(nobody, "select 1", new QuerySettings()))).hasValue(Kind.UNAVAILABLE);
    }

    @Test
    void of_leavesAWrongStatementAFault() {
        assertThat(outages.of(failure(database, "select nothing from nowhere", new QuerySettings())))
                .isEmpty();
    }

    private static Throwable failure(ClickHouseTarget target, String sql, QuerySettings settings) {
        try (Client client = new Client.Builder()
                .addEndpoint(target.http().toString())
                .setUsername(target.user())
                .setPassword(target.password())
                .setDefaultDatabase(target.database())
                .setMaxRetries(0)
                .build()) {
            return catchThrowable(() -> client.query(sql, settings.waitEndOfQuery(true))
                    .get(60, TimeUnit.SECONDS)
                    .close());
        }
    }
}
