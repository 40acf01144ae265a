package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.json.Json;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A scanner for GraphQL's usual weaknesses is let loose on the address, with a tenant's token and without. */
class ScannerTest extends ApiTest {

    private static final String INTROSPECTION = "{ __schema { types { name } } }";

    @BeforeEach
    void prepare() {
        tenant("a");
    }

    @ParameterizedTest
    @ValueSource(strings = {INTROSPECTION, "{ __type(name: \"Tenant\") { name } }", "{ __typename }", "{ nonsense }"})
    void stranger_learnsNothing(String query) {
        HttpResponse<String> answer = send(to("/graphql")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body(query)))
                .build());

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body()).contains("UNAUTHENTICATED").doesNotContain("Tenant", "Query", "nonsense");
    }

    @Test
    void aliases_areCountedBeforeAnythingRuns() {
        String aliases =
                IntStream.range(0, 101).mapToObj("a%d:__typename"::formatted).collect(Collectors.joining(" "));

        assertThat(ask("{ %s }".formatted(aliases))).contains("101 aliases (expected: at most 100)", "BAD_USER_INPUT");
        assertThat(ask("{ ...F } fragment F on Query { %s }".formatted(aliases)))
                .contains("101 aliases");
    }

    @Test
    void directives_areCountedBeforeAnythingRuns() {
        String once = "@include(if: true) ";

        assertThat(ask("{ __typename %s }".formatted(once.repeat(2)))).contains("BAD_USER_INPUT");
        assertThat(ask("{ __typename %s }".formatted("@nonsense ".repeat(101)))).contains("101 directives");
        assertThat(ask("{ %s }".formatted(("viewer { kind } " + "viewer " + once + "{ kind } ").repeat(101))))
                .contains("101 directives (expected: at most 100)");
    }

    @Test
    void rootFields_areCountedWithTheirFragments() {
        String fields = "viewer { kind } ".repeat(26);

        assertThat(ask("{ %1$s ...F } fragment F on Query { %1$s }".formatted(fields)))
                .contains("asks for 52 fields at its root (expected: at most 50)", "BAD_USER_INPUT");
        assertThat(ask("{ viewer { kind } }")).doesNotContain("errors");
    }

    @Test
    void batch_isRefusedAsAWhole() {
        String one = body("{ __typename }");

        HttpResponse<String> answer = post(
                tokenOf("a"), IntStream.range(0, 10).mapToObj(i -> one).collect(Collectors.joining(",", "[", "]")));

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("BAD_USER_INPUT").doesNotContain("\"data\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ tenantt { id } }",
                "{ viewer { kin } }",
                "{ tenant(idd: \"x\") { id } }",
                "mutation { publishEvnt { eventId } }",
                "{ ... on Tenat { id } }"
            })
    void misspelling_isNotCorrected(String query) {
        assertThat(ask(query)).contains("BAD_USER_INPUT").doesNotContainIgnoringCase("did you mean", "suggest");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }",
                "{ ...A } fragment A on Query { viewer { tenant { ...A } } }",
                "{ ...A } fragment A on Query { ...A }"
            })
    void circle_ofFragmentsIsRefused(String query) {
        assertThat(ask(query)).contains("errors", "BAD_USER_INPUT").doesNotContain("\"code\":\"INTERNAL\"");
    }

    /** A chain of fragments, and a web of them, that a validator may follow for minutes. */
    @Test
    @Timeout(60)
    void chain_ofFragmentsIsRefusedBeforeItIsFollowed() {
        String chain = IntStream.range(0, 1700)
                .mapToObj(i -> "fragment F%d on Query { ...F%d }".formatted(i, i + 1))
                .collect(Collectors.joining(" "));
        String web = IntStream.range(0, 350)
                .mapToObj(i -> "fragment F%d on Query { %s }"
                        .formatted(
                                i,
                                IntStream.rangeClosed(1, 3)
                                        .mapToObj(n -> "...F" + (i + n))
                                        .collect(Collectors.joining(" "))))
                .collect(Collectors.joining(" "));

        assertThat(ask("{ ...F0 } %s fragment F1700 on Query { viewer { kind } }".formatted(chain)))
                .contains("nested fragments (expected: at most 64)", "BAD_USER_INPUT");
        assertThat(ask("{ ...F0 } %s %s".formatted(web, "fragment F350 on Query { viewer { kind } }")))
                .contains("nested fragments (expected: at most 64)", "BAD_USER_INPUT");
    }

    /** As deep as may be, and as wide as there are tokens for: each fragment spreads all of the next layer. */
    @Test
    @Timeout(60)
    void web_ofFragmentsIsValidatedInTime() {
        int wide = 14;
        String web = IntStream.range(0, 25 * wide)
                .mapToObj(i -> "fragment F%d on Query { __typename %s }"
                        .formatted(
                                i,
                                i / wide == 24
                                        ? ""
                                        : IntStream.range(0, wide)
                                                .mapToObj(n -> "...F" + ((i / wide + 1) * wide + n))
                                                .collect(Collectors.joining(" "))))
                .collect(Collectors.joining(" "));
        String all = IntStream.range(0, wide).mapToObj(n -> "...F" + n).collect(Collectors.joining(" "));

        assertThat(ask("{ %s } %s".formatted(all, web))).doesNotContain("INTERNAL", "TIMEOUT");
    }

    @Test
    void aliases_countAsOftenAsTheirFragmentIsSpread() {
        String aliases =
                IntStream.range(0, 30).mapToObj("a%d:__typename"::formatted).collect(Collectors.joining(" "));

        assertThat(ask("{ ...F } fragment F on Query { %s ...G viewer { kind } ...G ...G } fragment G on Query { %1$s }"
                        .formatted(aliases)))
                .contains("120 aliases (expected: at most 100)");
    }

    @Test
    void circle_ofIntrospectionIsRefused() {
        String circle = "fields { type { ".repeat(20) + "name" + " } }".repeat(20);

        assertThat(ask("{ __schema { types { %s } } }".formatted(circle)))
                .contains("errors", "BAD_USER_INPUT")
                .doesNotContain("\"name\"");
    }

    @Test
    void change_byGetIsRefused() {
        for (String query : new String[] {
            "mutation { deleteTenant(input: {id: \"a\"}) { id } }", "mutation { redeemPortalLink { token } }"
        }) {
            HttpResponse<String> answer = send(to("/graphql?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8))
                    .header("Authorization", "Bearer " + tokenOf("a"))
                    .header("Accept", "application/graphql-response+json")
                    .build());

            assertThat(answer.statusCode()).as(answer.body()).isIn(400, 405);
            assertThat(answer.body()).doesNotContain("\"data\":{");
        }
    }

    /** A form on another site could be sent with a visitor's cookies. */
    @ParameterizedTest
    @ValueSource(strings = {"application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"})
    void form_isRefused(String type) {
        HttpResponse<String> answer = send(to("/graphql")
                .header("Authorization", "Bearer " + tokenOf("a"))
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString("query=%7B__typename%7D"))
                .build());

        assertThat(answer.statusCode()).isEqualTo(415);
        assertThat(answer.body()).doesNotContain("\"data\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ __typename",
                "{ nonsense }",
                "query ($a: Nonsense) { __typename }",
                "{ tenant(id: {}) { id } }",
                "{ deliveries(first: 99999999999999) { nodes { id } } }",
                "{ node(nodeId: \"\\u0000\") { nodeId } }",
                "subscription { nonsense }"
            })
    void error_tellsNothingOfTheInside(String query) {
        HttpResponse<String> answer = send(to("/graphql")
                .header("Authorization", "Bearer " + tokenOf("a"))
                .header("Content-Type", "application/json")
                .header("apollo-tracing", "1")
                .header("x-apollo-tracing", "1")
                .POST(BodyPublishers.ofString(body(query)))
                .build());

        assertThat(answer.body())
                .doesNotContain(
                        "exception", "Exception", "dev.postern", "graphql.", "java.", "tracing", "stack", "\tat ");
    }

    /** Validation doesn't know the variables, and is not to fail on that. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "subscription ($b: Boolean = true) { eventLogged @skip(if: $b) { id } }",
                "subscription ($b: Boolean = false) { ... @include(if: $b) { eventLogged { id } } }",
                "subscription ($b: Boolean = true) { ...F } fragment F on Subscription { eventLogged @skip(if: $b) { id } }"
            })
    void subscription_whoseRootIsConditionalIsRefused(String query) {
        assertThat(ask(query)).contains("\"code\":\"BAD_USER_INPUT\"", "@skip").doesNotContain("INTERNAL");
    }

    private String ask(String query) {
        return post(tokenOf("a"), body(query)).body();
    }

    private static String body(String query) {
        return "{\"query\":" + Json.write(query) + "}";
    }
}
