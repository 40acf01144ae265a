package dev.postern.logstore.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.logstore.DeliveryFilter;
import dev.postern.logstore.clickhouse.ClickHouseLogStoreSettings.Limits;
import dev.postern.logstore.clickhouse.Search.Edge;
import dev.postern.migrations.ClickHouseTarget;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.TimeRange;
import dev.postern.servers.TestClickHouse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A page's first statement looks at no more of the table than its window, however long the history. */
class PlansTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final int ROWS = 1_000_000;
    private static final int WINDOW = 100_000;
    private static final int GRANULE = 8_192;

    /** The window's, and for each of the few partitions and parts that it touches one more at either end. */
    private static final int BOUND = WINDOW / GRANULE + 12;

    private static final Pattern GRANULES = Pattern.compile("Granules: (\\d+)/(\\d+)");

    private static ClickHouseTarget database;
    private static Server server;

    @BeforeAll
    static void fill() {
        database = TestClickHouse.database();
        server = new Server(ClickHouseLogStoreTest.settings(database, Limits.DEFAULT));
        // Four months, a row every ten seconds; every granule has rows of each tenant.
        TestClickHouse.execute(database, """
                insert into attempts (event_id, tenant_id, destination_id, topic, eligible_for_retry, event_time,
                    metadata, data, attempt_id, status, attempt_time, code, response_data, destination_type)
                select 'evt_' || number, 't' || number %% 10, 'des_' || number %% 7, 'topic.' || number %% 5, true,
                    toDateTime64('2026-01-01 00:00:00', 3, 'UTC') + number * 10, '{}', '{}', 'atm_' || number,
                    if(number %% 10 = 3, 'failed', 'success'),
                    toDateTime64('2026-01-01 00:00:00', 3, 'UTC') + number * 10, '200', 'null', 'webhook'
                from numbers(%d)
                """.formatted(ROWS), "optimize table attempts final");
    }

    @AfterAll
    static void disconnect() {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void pages_lookAtABoundedNumberOfGranules() {
        for (DeliveryFilter filter : List.of(
                DeliveryFilter.ANY,
                filter(Set.of("t1"), Set.of(), null, Set.of()),
                filter(Set.of("t1", "t2"), Set.of(), null, Set.of()),
                filter(Set.of("t1"), Set.of("des_1"), null, Set.of()),
                filter(Set.of("t1"), Set.of(), DeliveryStatus.SUCCESS, Set.of()),
                filter(Set.of("t1"), Set.of(), DeliveryStatus.FAILED, Set.of()),
                filter(Set.of("t1"), Set.of(), null, Set.of("topic.1")))) {
            for (boolean ascending : List.of(false, true)) {
                for (Edge near : new @Nullable Edge[] {
                    null, new Edge(START.plusSeconds(10L * ROWS / 2), "atm_" + ROWS / 2, false)
                }) {
                    Search search =
                            new Search(Queries.of(filter), new Source.Detail(false, false, true), ascending, near, 101);
                    assertThat(granules(search)).as("%s", search).allMatch(selected -> selected <= BOUND);
                }
            }
        }
    }

    /** An event's deliveries may be anywhere in time: the index on the event's id leads there. */
    @Test
    void pagesOfAnEvent_areFoundByItsIndex() {
        Search search = new Search(
                Queries.attempts("t1", "evt_500001"), new Source.Detail(false, false, true), false, null, 11);

        // The table has over a hundred granules; the index is wrong about one in forty.
        assertThat(granules(search)).allMatch(selected -> selected <= 20);
    }

    /** The granules left for finding the keys, and for reading their rows. */
    private static List<Integer> granules(Search search) {
        Windows windows = new Windows(server, "");
        Instant far = search.query().few()
                ? null
                : Windows.far(
                        Objects.requireNonNull(windows.spans(Source.ATTEMPTS).block(PATIENCE)),
                        search.start(search.near()),
                        search.ascending(),
                        WINDOW);
        assertThat(far == null).isEqualTo(search.query().few());
        Look look = new Look(List.of(search), List.of(), search.near(), far, far == null, search.need());
        return List.of(
                granules(SearchStatement.renderKeys(look.shape(), ""), look),
                granules(SearchStatement.render(look.shape(), ""), look));
    }

    private static int granules(String sql, Look look) {
        List<String> plan = Objects.requireNonNull(
                server.query(new Statement("explain indexes = 1 " + sql, look.arguments()), RowReader::text)
                        .block(PATIENCE));
        assertThat(plan).filteredOn(line -> line.contains("ReadFromMergeTree")).hasSize(1);
        List<Integer> left = plan.stream()
                .flatMap(line -> GRANULES.matcher(line).results())
                .map(found -> Integer.parseInt(found.group(1)))
                .toList();
        // Each index leaves some of what the one before it left.
        assertThat(left).as("%s", String.join("\n", plan)).isNotEmpty();
        return left.getLast();
    }

    private static DeliveryFilter filter(
            Set<String> tenants, Set<String> destinations, @Nullable DeliveryStatus status, Set<String> topics) {
        return new DeliveryFilter(
                tenants,
                Set.of(),
                destinations,
                Set.of(),
                topics,
                status,
                Set.of(),
                null,
                TimeRange.ANY,
                TimeRange.ANY);
    }
}
