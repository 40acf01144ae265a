package dev.postern.logstore.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.fakes.SettableClock;
import dev.postern.logstore.DeliveryQuery;
import dev.postern.logstore.EventQuery;
import dev.postern.logstore.postgres.retention.PostgresRetention;
import dev.postern.logstore.postgres.retention.RetentionSettings;
import dev.postern.migrations.PostgresUrl;
import dev.postern.model.Cursor;
import dev.postern.model.PageRequest;
import dev.postern.servers.TestPostgres;
import io.r2dbc.pool.ConnectionPool;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A history over many partitions of months: a page merges what their indexes give in order, and no more. */
class PartitionPlansTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Unlike the sort key of a merge, which every such plan has. */
    private static final Pattern SORT = Pattern.compile("(?m)(^|->\\s+)\\s*(Incremental )?Sort\\s+\\(");

    private final PostgresUrl database = TestPostgres.database();
    private final ConnectionPool connections = PostgresLogStoreTest.pool(database);

    @AfterEach
    void disconnect() {
        connections.dispose();
    }

    @Test
    void pages_overPartitions_comeFromTheirIndexesInOrder() {
        partition();
        seed();
        PageRequest page = PageRequest.first(20).after(new Cursor(Instant.parse("2026-03-10T00:00:00Z"), "x"));
        Queries queries = new Queries(20);

        for (ListQuery query : List.of(
                queries.of(DeliveryQuery.of("t1", page), true),
                queries.of(DeliveryQuery.of(null, page), true),
                queries.of(EventQuery.of("t1", page)),
                queries.of(EventQuery.of(null, page)),
                queries.latestDelivery("t1", "evt_77", "des_1", true))) {
            String plan = explain(query);
            assertThat(plan)
                    .as("%s", query.shape())
                    .contains("_p2026_02")
                    .contains("Index Scan")
                    .doesNotContain("Seq Scan")
                    .doesNotContain("Bitmap");
            assertThat(plan).doesNotContainPattern(SORT);
        }
    }

    /** An id may stand in any partition: one look into each one's index, and the newest of what they give. */
    @Test
    void retrieval_overPartitions_comesFromTheirIndexes() {
        partition();
        seed();
        Queries queries = new Queries(20);

        for (ListQuery query :
                List.of(queries.newestEvent("t1", "evt_77", true), queries.newestDelivery("t1", "atm_77", true))) {
            assertThat(explain(query))
                    .contains("_p2026_02_id_idx")
                    .contains("_default_id_idx")
                    .doesNotContain("Seq Scan");
        }
    }

    private void partition() {
        new PostgresRetention(
                        PostgresPool.unpooled(PostgresPoolSettings.of(
                                database.host(),
                                database.port(),
                                database.database(),
                                database.user(),
                                database.password(),
                                database.parameters())),
                        RetentionSettings.DEFAULT,
                        new SettableClock(Instant.parse("2025-12-20T00:00:00Z")))
                .run(Duration.ofDays(365), Instant.MAX)
                .block(PATIENCE);
    }

    /** From December, which is in the default partition, to the end of March. */
    private void seed() {
        TestPostgres.execute(
                database,
                "insert into events select 'evt_' || i, 't' || i % 3, timestamptz '2025-12-01Z' + i * interval '8 min',"
                        + " 'topic', true, '{}', '{}', '{des_1}' from generate_series(1, 20000) i",
                "insert into attempts (id, event_id, tenant_id, destination_id, destination_type, topic, status, time,"
                        + " event_time, eligible_for_retry, event_data, event_metadata) select 'atm_' || i, 'evt_' || i,"
                        + " 't' || i % 3, 'des_' || i % 7, 'webhook', 'topic', 'success',"
                        + " timestamptz '2025-12-01Z' + i * interval '8 min', now(), true, '{}', '{}'"
                        + " from generate_series(1, 20000) i",
                "analyze events",
                "analyze attempts");
    }

    private String explain(ListQuery query) {
        List<String[]> parameters = new ArrayList<>();
        parameters.add(new String[] {"0"});
        query.values().forEach(value -> parameters.add(new String[] {value}));
        return String.join(
                "\n",
                Objects.requireNonNull(new Database(connections)
                        .query(
                                "explain " + ListStatement.render(List.of(query.shape())),
                                parameters,
                                row -> String.valueOf(row.get(0, String.class)))
                        .collectList()
                        .block(PATIENCE)));
    }
}
