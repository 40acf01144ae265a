package dev.postern.logstore.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.json.Json;
import dev.postern.logstore.DeliveryQuery;
import dev.postern.logstore.EventQuery;
import dev.postern.migrations.PostgresUrl;
import dev.postern.model.Cursor;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.PageRequest;
import dev.postern.model.PageRequest.Direction;
import dev.postern.model.TimeRange;
import dev.postern.servers.BulkLoad;
import dev.postern.servers.TestPostgres;
import io.r2dbc.pool.ConnectionPool;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tenants open their lists in a log of a million events: what a page reads depends on the page. One tenant
 * has a fifth of all, most have a thousandth, and the planner does not know which of them asks.
 */
class PostgresPlansTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final int ROWS = 1_000_000;
    private static final Cursor MIDDLE = new Cursor(START.plusSeconds(ROWS / 2), "x");
    private static final TimeRange DAYS =
            new TimeRange(null, START.plusSeconds(1_000), null, START.plusSeconds(900_000));

    private static final PostgresUrl DATABASE = TestPostgres.database();
    private static final ConnectionPool CONNECTIONS = PostgresLogStoreTest.pool(DATABASE);

    @BeforeAll
    static void seed() throws SQLException {
        try (Connection connection =
                DriverManager.getConnection(DATABASE.jdbcUrl(), DATABASE.user(), DATABASE.password())) {
            String tenant = "case when i % 5 = 0 then 'big' else 't' || i % 1000 end";
            BulkLoad.run(
                    connection,
                    () -> TestPostgres.execute(
                            DATABASE,
                            "insert into events select 'evt_' || i, " + tenant
                                    + ", timestamptz '2026-01-01Z' + i * interval '1 s', 'topic.' || i % 20, true, '{}',"
                                    + " '{}', '{des_1}' from generate_series(1, " + ROWS + ") i",
                            "insert into attempts (id, event_id, tenant_id, destination_id, destination_type, topic,"
                                    + " status, time, event_time, eligible_for_retry, event_data, event_metadata)"
                                    + " select 'atm_' || i, 'evt_' || i, " + tenant + ", 'des_' || i % 7,"
                                    + " case i % 3 when 0 then 'aws_sqs' else 'webhook' end, 'topic.' || i % 20,"
                                    + " case i % 11 when 0 then 'failed' else 'success' end,"
                                    + " timestamptz '2026-01-01Z' + i * interval '1 s', now(), true, '{}', '{}'"
                                    + " from generate_series(1, " + ROWS + ") i"));
        }
    }

    @AfterAll
    static void disconnect() {
        CONNECTIONS.dispose();
        TestPostgres.execute(DATABASE, "truncate events, attempts");
    }

    static Stream<PageRequest> pages() {
        return Stream.of(20, 100, 1_000)
                .flatMap(limit -> Stream.of(Direction.values())
                        .flatMap(direction -> Stream.of(
                                new PageRequest(limit, direction, null, false),
                                new PageRequest(limit, direction, null, true),
                                new PageRequest(limit, direction, MIDDLE, false),
                                new PageRequest(limit, direction, MIDDLE, true))));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void pages_comeFromAnIndexInOrder(PageRequest page) {
        for (String tenant : List.of("big", "t7", "t_unknown")) {
            for (TimeRange time : List.of(TimeRange.ANY, DAYS)) {
                for (ListQuery query : List.of(
                        deliveries(tenant, Set.of(), Set.of(), Set.of(), Set.of(), null, time, page),
                        deliveries(tenant, Set.of(), Set.of("des_1"), Set.of(), Set.of(), null, time, page),
                        deliveries(tenant, Set.of(), Set.of(), Set.of("webhook"), Set.of(), null, time, page),
                        deliveries(tenant, Set.of(), Set.of(), Set.of(), Set.of("topic.7"), null, time, page),
                        deliveries(tenant, Set.of(), Set.of(), Set.of(), Set.of(), DeliveryStatus.FAILED, time, page),
                        deliveries(tenant, Set.of("evt_7"), Set.of(), Set.of(), Set.of(), null, time, page),
                        deliveries(null, Set.of(), Set.of(), Set.of(), Set.of(), null, time, page),
                        events(Set.of(tenant), Set.of(), time, page),
                        events(Set.of(tenant), Set.of("topic.7"), time, page),
                        events(Set.of(), Set.of(), time, page))) {
                    Plan plan = explain(query);

                    assertThat(plan.kinds())
                            .as("%s%n%s", query.shape(), plan)
                            .noneMatch(kind ->
                                    kind.equals("Seq Scan") || kind.contains("Sort") || kind.contains("Bitmap"));
                    // One row more than the page, and one on the other side.
                    assertThat(plan.rowsRead())
                            .as("%s%n%s", query.shape(), plan)
                            .isLessThanOrEqualTo(page.limit() + 2);
                }
            }
        }
    }

    /** Several tenants' or destinations' lists at once: each is read in order, and only their pages are merged. */
    @ParameterizedTest
    @MethodSource("pages")
    void pages_ofSeveralValues_mergeThePagesOfEach(PageRequest page) {
        for (ListQuery query : List.of(
                deliveries("big", Set.of(), Set.of("des_1", "des_2", "des_3"), Set.of(), Set.of(), null, DAYS, page),
                deliveries("t7", Set.of(), Set.of(), Set.of(), Set.of("topic.1", "topic.7"), null, DAYS, page),
                events(Set.of("big", "t7", "t8"), Set.of(), DAYS, page))) {
            Plan plan = explain(query);

            assertThat(query.shape().branching()).isTrue();
            assertThat(plan.kinds())
                    .as("%s%n%s", query.shape(), plan)
                    .noneMatch(kind -> kind.equals("Seq Scan") || kind.contains("Bitmap"));
            assertThat(plan.rowsRead()).as("%s%n%s", query.shape(), plan).isLessThanOrEqualTo(3L * (page.limit() + 2));
        }
    }

    @Test
    void singleRows_comeFromTheIndexes() {
        Queries queries = new Queries(20);
        for (ListQuery query : List.of(
                queries.newestEvent("big", "evt_5", true),
                queries.newestEvent(null, "evt_5", true),
                queries.newestDelivery("big", "atm_5", true),
                queries.newestDelivery(null, "atm_5", true),
                queries.latestDelivery("big", "evt_5", "des_5", true))) {
            Plan plan = explain(query);

            assertThat(plan.kinds()).as("%s", plan).doesNotContain("Seq Scan");
            assertThat(plan.rowsRead()).as("%s", plan).isEqualTo(1);
        }
    }

    private static ListQuery deliveries(
            @Nullable String tenant,
            Set<String> events,
            Set<String> destinations,
            Set<String> types,
            Set<String> topics,
            @Nullable DeliveryStatus status,
            TimeRange time,
            PageRequest page) {
        return new Queries(20)
                .of(
                        new DeliveryQuery(
                                tenant == null ? Set.of() : Set.of(tenant),
                                events,
                                destinations,
                                types,
                                topics,
                                status,
                                Set.of(),
                                null,
                                time,
                                TimeRange.ANY,
                                page,
                                false,
                                false),
                        true);
    }

    private static ListQuery events(Set<String> tenants, Set<String> topics, TimeRange time, PageRequest page) {
        return new Queries(20).of(new EventQuery(tenants, Set.of(), Set.of(), topics, time, page, false));
    }

    /** Runs it, and tells how. */
    private static Plan explain(ListQuery query) {
        List<String[]> parameters = new ArrayList<>();
        parameters.add(new String[] {"0"});
        query.values().forEach(value -> parameters.add(new String[] {value}));
        String json = Objects.requireNonNull(new Database(CONNECTIONS)
                .query(
                        "explain (analyze, timing off, format json) " + ListStatement.render(List.of(query.shape())),
                        parameters,
                        row -> Objects.requireNonNull(row.get(0, String.class)))
                .single()
                .block(PATIENCE));
        List<Map<?, ?>> nodes = new ArrayList<>();
        collect(Json.parse(json), nodes);
        return new Plan(nodes, json);
    }

    private static void collect(@Nullable Object json, List<Map<?, ?>> nodes) {
        if (json instanceof List<?> list) {
            list.forEach(item -> collect(item, nodes));
        } else if (json instanceof Map<?, ?> map) {
            if (map.containsKey("Node Type")) {
                nodes.add(map);
            }
            map.values().forEach(value -> collect(value, nodes));
        }
    }

    private record Plan(List<Map<?, ?>> nodes, String json) {

        List<String> kinds() {
            return nodes.stream()
                    .map(node -> String.valueOf(node.get("Node Type")))
                    .toList();
        }

        /** Of the tables, those that were thrown away again too. */
        long rowsRead() {
            return nodes.stream()
                    .filter(node -> node.containsKey("Relation Name"))
                    .mapToLong(node -> (number(node, "Actual Rows") + number(node, "Rows Removed by Filter"))
                            * number(node, "Actual Loops"))
                    .sum();
        }

        private static long number(Map<?, ?> node, String name) {
            return node.get(name) instanceof Number number ? number.longValue() : 0;
        }

        @Override
        public String toString() {
            return json;
        }
    }
}
