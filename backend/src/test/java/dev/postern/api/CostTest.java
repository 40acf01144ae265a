package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.postern.json.Json;
import dev.postern.model.DeliveryStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an operation costs is told before it runs, and again by what was answered. */
class CostTest extends ApiTest {

    /** One tenant with two destinations and three deliveries of two events. */
    @BeforeEach
    void prepare() {
        if (text(OPERATOR, "{ tenant(id: \"dear\") { id } }").contains("dear\"")) {
            return;
        }
        tenant("dear");
        destination("dear", "a");
        destination("dear", "b");
        logged("dear", "evt_1", "a", 1, DeliveryStatus.FAILED, "{}");
        logged("dear", "evt_1", "a", 2, DeliveryStatus.SUCCESS, "{}");
        logged("dear", "evt_2", "b", 3, DeliveryStatus.SUCCESS, "{}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    { __typename }                                                              |    0 |    0
                    { viewer { kind } topics destinationTypes { configFields { key } } }        |    0 |    0
                    { __schema { types { name fields { name } } } }                             |    0 |    0
                    { deliveries(first: 100) { nodes { id } } }                                 |  100 |    3
                    { deliveries(first: 100) { edges { cursor } } }                             |  100 |    3
                    { deliveries(first: 100) { rows: edges { row: node { id } } } }             |  100 |    3
                    { deliveries(first: 100) { pageInfo { hasNextPage } } }                     |  100 |  100
                    { deliveries(last: 7) { nodes { event { id } destination { id } } } }       |   21 |    9
                    { deliveries(first: 10) { nodes { id ... on Delivery { event { id } } } } } |   20 |    6
                    { deliveries(sort: ASC) { nodes { attempts { id } } } }                     |  420 |    8
                    { tenant(id: "dear") { destinations { nodes { id } } } }                    |  101 |    3
                    { tenant(id: "nobody") { destinations { nodes { id } } } }                  |  101 |    0
                    { a: tenant(id: "dear") { id } b: tenant(id: "dear") { id } }               |    2 |    2
                    { tenant(id: "dear") { id } tenant(id: "dear") { topics } }                 |    2 |    1
                    { tenant(id: "dear") @skip(if: true) { id } }                               |    1 |    0
                    { node(nodeId: "bm9ib2R5") { nodeId ... on Tenant { destinations { nodes { id } } } } } | 101 | 0
                    { deadLetters(queue: LOG, first: 5) { nodes { id } } }                      |    5 |    0
                    { eventMetrics(time: {start: "2026-01-01T00:00:00Z", end: "2026-02-01T00:00:00Z"}) { points { count } } } | 1000 | 1000
                    { replayPlan(filter: {tenantIds: ["dear"]}) { deliveryCount } }             | 5000 | 5000
                    mutation { upsertTenant(input: {id: "dear"}) { tenant { id } } }            |   11 |   11
                    mutation { upsertTenant(input: {id: "x y"}) { tenant { id } } }             |   11 |   10
                    mutation { publishEvents(input: [{tenantId: "dear", topic: "nowhere", data: 1}, {tenantId: "dear", topic: "nowhere", data: 2}]) { eventId } } | 12 | 12""")
    void operation_costsWhatItAsksForAndWhatWasAnswered(String query, long requested, long actual) {
        String ofOne = query.replace("{ deliveries(", "{ deliveries(filter: {tenantIds: [\"dear\"]}, ");

        assertThat(cost(OPERATOR, ofOne).toString())
                .isEqualTo("{requested=%d, actual=%d, limit=25000}".formatted(requested, actual));
    }

    @Test
    void refusal_tellsWhatItWouldHaveCost() {
        assertThat(cost(OPERATOR, "{ deliveries(first: 1000) { nodes { attempts { event { id } } } } }")
                        .toString())
                .isEqualTo("{requested=41000, actual=0, limit=25000}");
        assertThat(cost(OPERATOR, "{ nothing").toString()).isEqualTo("{requested=0, actual=0, limit=25000}");
    }

    /** Counts that can't be: neither a way around the limit, nor a fault of ours. */
    @ParameterizedTest
    @CsvSource({
        "99999999999999999999999999, BAD_USER_INPUT",
        "18446744073709551616, BAD_USER_INPUT",
        "2147483647, COST_EXCEEDED",
        "-1, BAD_USER_INPUT",
        "1000, errors",
    })
    void length_beyondAllBoundsIsRefused(String length, String code) {
        String list = "deliveries(first: %s) { nodes { attempts { event { id } } } }";

        assertThat(text(OPERATOR, "{ " + list.formatted(length) + " }")).contains(code);
        assertThat(text(OPERATOR, "query Q($n: Int) { " + list.formatted("$n") + " }", "{\"n\":%s}".formatted(length)))
                .contains(code);
    }

    /** Each of the lists multiplies the last, far beyond what a number holds. */
    @Test
    void lists_withinListsDoNotOverflow() {
        String query = "destinations(first: 2147483647) { nodes { tenant { ".repeat(3) + "id" + " } } }".repeat(3);

        assertThat(text(OPERATOR, "{ tenant(id: \"dear\") { %s } }".formatted(query)))
                .contains("COST_EXCEEDED", "\"cost\":1000000000");
    }

    /** The same field, written out and spread a thousand times: answered, and walked, once. */
    @Test
    void fields_thatAreAskedForManyTimesAreAnsweredOnce() {
        String nested = IntStream.range(0, 6)
                .mapToObj(i -> "fragment F%d on Tenant { %s }"
                        .formatted(i, "...F%d ".formatted(i + 1).repeat(50)))
                .collect(Collectors.joining(" "));
        String query =
                "{ tenant(id: \"dear\") { ...F0 } } %s fragment F6 on Tenant { destinations(first: 1) { nodes { id } } }"
                        .formatted(nested);
        Map<?, ?> refused = cost(OPERATOR, query);

        assertThat(refused.get("requested")).isEqualTo(1_000_000_000L);

        String few = "{ %s }".formatted("tenant(id: \"dear\") { destinations(first: 4) { nodes { id } } } ".repeat(40));
        assertThat(cost(OPERATOR, few))
                .satisfies(cost -> assertThat(cost.toString()).contains("requested=200, actual=3,"));
    }

    /** People reckon by the page on the schema. */
    @Test
    void example_inTheDocsIsRight() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "schema.md"));
        Matcher example = Pattern.compile("(?s)## What a query costs.*?= (\\d+)`:\\s+```graphql\\n(.*?)```")
                .matcher(page);
        assertThat(example.find()).isTrue();

        assertThat(Json.parseObject(Json.write(cost(OPERATOR, example.group(2)))))
                .contains(entry("requested", Long.valueOf(example.group(1))));
    }
}
