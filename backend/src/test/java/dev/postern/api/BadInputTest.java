package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.json.Json;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A caller's mistake is named, and changes nothing. */
class BadInputTest extends ApiTest {

    @BeforeEach
    void prepare() {
        tenant("acme");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    events(first: 0) | first
                    events(first: -1) | first
                    deliveries(first: 1001) | first
                    events(last: 1001) | last
                    events(first: 1, last: 1) | last
                    events(after: "rubbish") | after
                    deliveries(before: "1f3NIeN6a1j8ECTb1h9fQYWWUxeJPXevhy3RL") | before
                    events(after: "x", before: "y") | before
                    events(filter: {time: {gt: "2026-01-01T00:00:00Z", gte: "2026-01-01T00:00:00Z"}}) | filter.time.gte
                    events(filter: {ids: ["a\\u0000b"]}) | filter.ids
                    tenants(ids: ["a\\u0000b"]) | ids""")
    void list_namesTheArgument(String field, String argument) {
        assertThat(text(OPERATOR, "{ %s { nodes { id } } }".formatted(field)))
                .contains("\"code\":\"BAD_USER_INPUT\"", "\"argument\":\"" + argument + "\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    type: "pigeon"                                    | INVALID  | ["input","type"]
                    id: "a}b"                                         | INVALID  | ["input","id"]
                    id: "a:b"                                         | INVALID  | ["input","id"]
                    id: "a,b"                                         | INVALID  | ["input","id"]
                    id: "a\\u0000b"                                   | INVALID  | ["input","id"]
                    topics: []                                        | INVALID  | ["input","topics"]
                    topics: ["nope"]                                  | INVALID  | ["input","topics","0"]
                    topics: ["user.*"]                                | INVALID  | ["input","topics","0"]
                    topics: ["user.created", "a,b"]                   | INVALID  | ["input","topics","1"]
                    filter: {data: {x: {\\u0024nope: 1}}}              | SYNTAX   | .
                    filter: "x"                                       | INVALID  | ["input","filter"]
                    config: {}                                        | REQUIRED | ["input","config","url"]
                    config: {url: "ftp://x"}                          | INVALID  | ["input","config","url"]
                    config: {url: "http://a b"}                       | INVALID  | ["input","config","url"]
                    config: {url: "http://x", ulr: "y"}               | INVALID  | ["input","config","ulr"]
                    credentials: {token: "y"}                         | INVALID  | ["input","credentials","token"]
                    tenantId: "nobody"                                | NOT_FOUND| ["input","tenantId"]""")
    void createDestination_namesTheField(String change, String code, String field) {
        String name = change.substring(0, change.indexOf(':'));
        StringBuilder input = new StringBuilder(change);
        for (String standard : new String[] {
            "tenantId: \"acme\"", "type: \"webhook\"", "topics: [\"*\"]", "config: {url: \"http://x\"}"
        }) {
            if (!standard.startsWith(name + ":")) {
                input.append(", ").append(standard);
            }
        }

        String answer = text(
                OPERATOR,
                "mutation { createDestination(input: {%s}) { destination { id } userErrors { code field } } }"
                        .formatted(input));

        if (code.equals("SYNTAX")) {
            assertThat(answer).contains("BAD_USER_INPUT");
        } else {
            assertThat(answer).contains("\"destination\":null", "\"code\":\"" + code + "\"", "\"field\":" + field);
        }
    }

    @Test
    void createDestination_leadsToAnUnknownOperator() {
        String answer = text(OPERATOR, """
                mutation M($filter: JSON) { createDestination(input: {tenantId: "acme", type: "webhook", topics: ["*"],
                  config: {url: "http://x"}, filter: $filter}) { userErrors { code field } } }""", "{\"filter\":{\"data\":{\"x\":{\"$nope\":1}}}}");

        assertThat(answer).contains("INVALID", "[\"input\",\"filter\",\"data\",\"x\",\"$nope\"]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    topic: "nope", data: 1             | INVALID  | ["input","topic"]
                    data: 1                            | REQUIRED | ["input","topic"]
                    topic: "user.created"              | REQUIRED | ["input","data"]
                    topic: "user.created", data: 1, rawData: "1" | INVALID | ["input","data"]
                    topic: "user.created", rawData: "{"| INVALID  | ["input","rawData"]
                    topic: "user.created", data: 1, id: "" | INVALID | ["input","id"]""")
    void publishEvent_namesTheField(String input, String code, String field) {
        destinationOnce();
        assertThat(text(
                        OPERATOR,
                        "mutation { publishEvent(input: {tenantId: \"acme\", %s}) { eventId userErrors { code field } } }"
                                .formatted(input)))
                .contains("\"eventId\":null", "\"code\":\"" + code + "\"", "\"field\":" + field);
    }

    @Test
    void publishEvents_refusesEachOnItsOwn() {
        destinationOnce();
        String answer = text(OPERATOR, """
                mutation { publishEvents(input: [{tenantId: "acme", topic: "user.created", data: 1},
                  {tenantId: "acme", topic: "nope", data: 1}]) { destinationIds userErrors { field } } }""");

        assertThat(answer)
                .isEqualTo("{\"data\":{\"publishEvents\":[{\"destinationIds\":[\"d\"],\"userErrors\":[]},"
                        + "{\"destinationIds\":[],\"userErrors\":[{\"field\":[\"input\",\"1\",\"topic\"]}]}]}}");
    }

    /** A payload of a megabyte passes; one byte over the limit does not; 20 MB are not even read to the end. */
    @Test
    void publishEvent_limitsThePayload() {
        assertThat(publishRaw(1024 * 1024)).contains("\"userErrors\":[]");
        assertThat(publishRaw(1024 * 1024 + 1)).contains("TOO_LARGE", "[\"input\",\"rawData\"]");

        var response = post(
                OPERATOR, "{\"query\":\"{viewer{kind}}\",\"extensions\":{\"x\":\"" + "x".repeat(20_000_000) + "\"}}");

        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(response.body()).contains("TOO_LARGE");
    }

    @Test
    void createDestination_saysWhatIsThereAlready() {
        tenant("full");
        destination("full", "one");
        String mutation = """
                mutation { createDestination(input: {tenantId: "full", id: "%s", type: "webhook", topics: ["*"],
                  config: {url: "http://x"}}) { userErrors { code } } }""";

        assertThat(text(OPERATOR, mutation.formatted("one"))).contains("CONFLICT");
        destination("full", "two");
        destination("full", "three");
        assertThat(text(OPERATOR, mutation.formatted("four"))).contains("LIMIT_REACHED");
    }

    @Test
    void request_thatIsNoGraphQlGets400() {
        assertThat(post(OPERATOR, "[]").statusCode()).isEqualTo(400);
        assertThat(post(OPERATOR, "{").statusCode()).isEqualTo(400);
        assertThat(post(OPERATOR, "{\"query\":1}").statusCode()).isEqualTo(400);
        assertThat(post(OPERATOR, "{\"query\":\"{viewer{kind}}\",\"variables\":[]}")
                        .statusCode())
                .isEqualTo(400);
    }

    /** A client that cut a string in the middle of an emoji: stored, it would read back as something else. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":\"a\",\"metadata\":{\"k\":\"\\ud83d\"}}",
                "{\"id\":\"a\",\"metadata\":{\"k\\udc00\":\"v\"}}",
                "{\"id\":\"a\\udc00\\ud800\"}"
            })
    void variables_withHalfASurrogatePairAreRefused(String input) {
        var response = post(
                OPERATOR,
                "{\"query\":\"mutation($in: UpsertTenantInput!) { upsertTenant(input: $in) { created } }\","
                        + "\"variables\":{\"in\":" + input + "}}");
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("variables.in").contains("surrogate");
    }

    @Test
    void query_byGetAnswersAndAMutationDoesNot() {
        assertThat(get("%7Bviewer%7Bkind%7D%7D").body()).contains("OPERATOR");
        assertThat(get("mutation%7BupsertTenant(input:%7Bid:%22byget%22%7D)%7Bcreated%7D%7D")
                        .statusCode())
                .isEqualTo(405);
        assertThat(text(OPERATOR, "{ tenant(id: \"byget\") { id } }")).contains("null");
    }

    @Test
    void query_withAFaultHasACode() {
        assertThat(text(OPERATOR, "{ nope }")).contains("BAD_USER_INPUT");
        assertThat(text(OPERATOR, "{")).contains("BAD_USER_INPUT");
        assertThat(text(
                        OPERATOR,
                        "query Q($x: DateTime) { events(filter: {time: {gt: $x}}) { nodes { id } } }",
                        "{\"x\":\"soon\"}"))
                .contains("BAD_USER_INPUT")
                .doesNotContain("graphql.", "dev.postern");
    }

    private java.net.http.HttpResponse<String> get(String query) {
        return send(to("/graphql?query=" + query)
                .header("Authorization", "Bearer " + OPERATOR)
                .build());
    }

    private String publishRaw(int bytes) {
        return text(OPERATOR, """
                mutation P($raw: String) { publishEvent(input: {tenantId: "acme", topic: "user.created", rawData: $raw}) {
                  userErrors { code field } } }""", "{\"raw\":" + Json.write("\"" + "x".repeat(bytes - 2) + "\"") + "}");
    }

    private void destinationOnce() {
        if (!text(OPERATOR, "{ destination(tenantId: \"acme\", id: \"d\") { id } }")
                .contains("\"d\"")) {
            destination("acme", "d");
        }
    }
}
