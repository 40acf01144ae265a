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
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What one tenant, one event or one id has is found by its own order; a list over several tenants looks at no more
 * of the table than its window. Neither depends on how long the history is.
 */
class PlansTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final int ROWS = 1_000_000;
    private static final int RARE = 10_007;
    private static final int WINDOW = 100_000;
    private static final int GRANULE = 8_192;

    /** The window's, and for each of the few partitions and parts that it touches one more at either end. */
    private static final int BOUND = WINDOW / GRANULE + 12;

    private static final Pattern GRANULES = Pattern.compile("Granules: (\\d+)/(\\d+)");

    private static final List<Edge> PLACES =
            Arrays.asList(null, new Edge(START.plusSeconds(70L * ROWS / 2), "atm_" + ROWS / 2, false));

    private static ClickHouseTarget database;
    private static Server server;

    @BeforeAll
    static void fill() {
        database = TestClickHouse.database();
        server = new Server(ClickHouseLogStoreTest.settings(database, Limits.DEFAULT));
        // Over two years, a row every seventy seconds; every granule has rows of each tenant, but of the rare one.
        TestClickHouse.execute(database, """
                insert into attempts (event_id, tenant_id, destination_id, topic, eligible_for_retry, event_time,
                    metadata, data, attempt_id, status, attempt_time, code, response_data, destination_type)
                select 'evt_' || number, if(number %% %d = 0, 'rare', 't' || number %% 10), 'des_' || number %% 7,
                    'topic.' || number %% 5, true,
                    toDateTime64('2026-01-01 00:00:00', 3, 'UTC') + number * 70, '{}', '{}', 'atm_' || number,
                    if(number %% 10 = 3, 'failed', 'success'),
                    toDateTime64('2026-01-01 00:00:00', 3, 'UTC') + number * 70, '200', 'null', 'webhook'
                from numbers(%d)
                """.formatted(RARE, ROWS), "optimize table attempts final");
    }

    @AfterAll
    static void disconnect() {
        if (server != null) {
            server.close();
        }
    }

    /** In the tenant's own order, so that reading ends with the page; at first, of the window alone. */
    @Test
    void pagesOfATenant_areReadInItsOwnOrder() {
        for (DeliveryFilter filter : List.of(
                filter(Set.of("t1"), Set.of(), null, Set.of()),
                filter(Set.of("t1"), Set.of("des_1"), null, Set.of()),
                filter(Set.of("t1"), Set.of(), DeliveryStatus.FAILED, Set.of()),
                filter(Set.of("t1"), Set.of("des_1", "des_2"), DeliveryStatus.SUCCESS, Set.of("topic.1")))) {
            for (Search search : searches(filter)) {
                Plan keys = keys(search, window(search));
                assertThat(keys.text())
                        .contains("ReadFromMergeTree (postern_by_tenant)")
                        .contains(search.ascending() ? "Read type: InOrder" : "Read type: InReverseOrder");
                assertThat(keys.granules()).as("%s", keys).isLessThanOrEqualTo(BOUND);
                assertThat(rows(search, window(search)).granules())
                        .as("%s", search)
                        .isLessThanOrEqualTo(BOUND);
            }
        }
    }

    /** A hundred rows among a million: one place in each part, not a granule for each of them. */
    @Test
    void pagesOfATenantWithFewRows_lookNowhereElse() {
        int parts = parts();
        for (Search search : searches(filter(Set.of("rare"), Set.of(), null, Set.of()))) {
            Plan keys = keys(search, null);
            assertThat(keys.text()).contains("ReadFromMergeTree (postern_by_tenant)");
            assertThat(keys.granules()).as("%s", keys).isLessThanOrEqualTo(parts);
        }
    }

    /** By its order, or where that would be more, by an index: ClickHouse takes what is less. */
    @Test
    void whatOneEventOrIdHas_isFoundInAGranuleOfEachPart() {
        int parts = parts();
        for (ListQuery query : List.of(
                Queries.attempts("t1", "evt_500001"),
                Queries.attempts("t1", "evt_500001", "des_1"),
                Queries.delivery("t1", "atm_500001"))) {
            Plan keys = keys(new Search(query, new Source.Detail(false, false, true), false, null, 11), null);
            assertThat(keys.granules()).as("%s", keys).isLessThanOrEqualTo(parts);
        }
    }

    @Test
    void pagesOverSeveralTenants_lookAtNoMoreThanTheWindow() {
        for (DeliveryFilter filter : List.of(
                DeliveryFilter.ANY,
                filter(Set.of("t1", "t2"), Set.of(), null, Set.of()),
                filter(Set.of(), Set.of("des_1"), null, Set.of()),
                filter(Set.of(), Set.of(), DeliveryStatus.FAILED, Set.of()),
                filter(Set.of(), Set.of(), null, Set.of("topic.1")))) {
            for (Search search : searches(filter)) {
                assertThat(keys(search, window(search)).granules())
                        .as("%s", search)
                        .isLessThanOrEqualTo(BOUND);
                assertThat(rows(search, window(search)).granules())
                        .as("%s", search)
                        .isLessThanOrEqualTo(BOUND);
            }
        }
    }

    /** How far the first look goes. */
    private static Instant window(Search search) {
        return Objects.requireNonNull(Windows.far(
                Objects.requireNonNull(
                        new Windows(server, "").spans(Source.ATTEMPTS).block(PATIENCE)),
                search.start(search.near()),
                search.ascending(),
                WINDOW));
    }

    private static int parts() {
        int parts = Integer.parseInt(TestClickHouse.query(
                        database,
                        "select count() from system.parts where active and database = currentDatabase()"
                                + " and table = 'attempts'")
                .strip());
        assertThat(parts).isGreaterThan(24);
        return parts;
    }

    private static List<Search> searches(DeliveryFilter filter) {
        return PLACES.stream()
                .flatMap(near -> Stream.of(true, false)
                        .map(ascending -> new Search(
                                Queries.of(filter), new Source.Detail(false, false, true), ascending, near, 101)))
                .toList();
    }

    /** How the keys are found. */
    private static Plan keys(Search search, @Nullable Instant far) {
        Look look = new Look(List.of(search), List.of(), search.near(), far, false, search.need());
        return explain(SearchStatement.renderKeys(look.shape(), ""), look);
    }

    /** How their rows are read. */
    private static Plan rows(Search search, @Nullable Instant far) {
        Look look = new Look(List.of(search), List.of(), search.near(), far, false, search.need());
        return explain(SearchStatement.render(look.shape(), ""), look);
    }

    private static Plan explain(String sql, Look look) {
        List<String> lines = Objects.requireNonNull(
                server.query(new Statement("explain indexes = 1 " + sql, look.arguments()), RowReader::text)
                        .block(PATIENCE));
        assertThat(lines).filteredOn(line -> line.contains("ReadFromMergeTree")).hasSize(1);
        List<Integer> left = lines.stream()
                .flatMap(line -> GRANULES.matcher(line).results())
                .map(found -> Integer.parseInt(found.group(1)))
                .toList();
        String text = String.join("\n", lines);
        // Each index leaves some of what the one before it left.
        assertThat(left).as("%s", text).isNotEmpty();
        return new Plan(text, left.getLast());
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

    /** @param granules how many are left to be read by what the indexes know */
    private record Plan(String text, int granules) {}
}
