package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.model.DeliveryStatus;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What one query may ask for: what an installation needs, and no more than it can hold. */
class QueryLimitsTest extends ApiTest {

    @BeforeEach
    void prepare() {
        tenant("acme");
    }

    @Test
    void query_thatNestsTooDeepIsRefused() {
        String deep = "destinations { nodes { tenant { ".repeat(5) + "id" + " } } }".repeat(5);

        assertThat(text(OPERATOR, "{ tenant(id: \"acme\") { %s } }".formatted(deep)))
                .contains("BAD_USER_INPUT", "nests 17 fields (expected: at most 12)");
    }

    /** The fragment is met first where it is harmless. */
    @Test
    void query_thatNestsTooDeepByAFragmentIsRefused() {
        assertThat(text(OPERATOR, """
                { a: tenant(id: "acme") { ...F }
                  b: tenant(id: "acme") { destinations { nodes { tenant { destinations { nodes { tenant { ...F } } } } } } } }
                fragment F on Tenant { destinations { nodes { tenant { destinations { nodes { tenant { id } } } } } } }""")).contains("BAD_USER_INPUT", "nests 14 fields");
    }

    /** Each fragment spreads the next one twice: written out, it would fill the memory. */
    @Test
    void query_whoseFragmentsMultiplyIsAnsweredAtOnce() {
        String fragments = IntStream.range(0, 40)
                .mapToObj(i -> "fragment F%d on Tenant { ...F%d ... { ...F%d } }".formatted(i, i + 1, i + 1))
                .collect(Collectors.joining(" "));

        assertThat(text(
                        OPERATOR,
                        "{ tenant(id: \"acme\") { ...F0 } } %s fragment F40 on Tenant { id }".formatted(fragments)))
                .isEqualTo("{\"data\":{\"tenant\":{\"id\":\"acme\"}}}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    deliveries(first: 1000) { nodes { attempts { event { rawData } } } }             | 41000
                    deliveries(last: 1000) { edges { node { attempts { event { rawData } } } } }     | 41000
                    events(first: 1000) { nodes { deliveries(first: 1000) { nodes { id } } } }       | 1001000
                    tenants(first: 1000) { nodes { destinations(first: 50) { nodes { id } } } }      | 51000
                    tenants(first: 300) { nodes { destinations { nodes { id } } } }                   | 30300
                    deliveries(first: 1000) { nodes { attempts { id } } edges { node { id attempts { code } } } } | 42000""")
    void query_thatMayCostTooMuchIsToldTheFigure(String query, int figure) {
        assertThat(text(OPERATOR, "{ %s }".formatted(query)))
                .contains(
                        "\"code\":\"COST_EXCEEDED\"",
                        "\"cost\":%d".formatted(figure),
                        "\"limit\":25000",
                        "may cost %d (expected: at most 25000".formatted(figure));
    }

    /** Each count of a plan may keep the log busy for as long as a statement may take. */
    @Test
    void operation_countsFewReplays() {
        assertThat(text(OPERATOR, aliased("query", "replayPlan(filter: {}) { deliveryCount }", 6)))
                .contains("may cost 30000 (expected: at most 25000");
        assertThat(text(OPERATOR, aliased("query", "replayPlan(filter: {}) { deliveryCount }", 5)))
                .doesNotContain("errors");
        assertThat(text(OPERATOR, aliased("mutation", "startReplay(input: {filter: {}}) { userErrors { code } }", 6)))
                .contains("may cost 30000 (expected: at most 25000");
    }

    private static String aliased(String operation, String field, int times) {
        return IntStream.range(0, times)
                .mapToObj(i -> "a%d: %s".formatted(i, field))
                .collect(Collectors.joining(" ", operation + " { ", " }"));
    }

    @Test
    void query_isMeasuredByItsVariables() {
        String query = """
                query Q($n: Int = 1000, $m: Int) { events(first: $n) { nodes { deliveries(first: $m) { nodes { id } } } } }""";

        assertThat(text(OPERATOR, query, "{\"m\": 25}")).contains("may cost 26000");
        assertThat(text(OPERATOR, query, "{\"m\": 24}")).doesNotContain("errors");
        assertThat(text(OPERATOR, query, "{\"n\": 10}")).doesNotContain("errors");
    }

    /** Exports, the portal's pages, and a tool that reads the schema. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "deliveries(first: 1000) { nodes { event { rawData } destination { target } tenant { id } } }",
                "deliveries(first: 1000) { nodes { attempts { id } } }",
                "tenants(first: 200) { nodes { destinations { nodes { id } } } }",
                "destinationTypes { configFields { options { label } } }",
                "__schema { types { fields { type { ofType { ofType { ofType { ofType { ofType { ofType { ofType { name } } } } } } } } } } }"
            })
    void query_ofUseRuns(String query) {
        logged("acme", "evt_1", "d", 1, DeliveryStatus.SUCCESS, "{}");

        assertThat(text(OPERATOR, "{ %s }".formatted(query))).doesNotContain("errors");
    }
}
