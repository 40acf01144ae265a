package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.logstore.DeliveryFilter;
import dev.postern.logstore.FailureQuery;
import dev.postern.model.DeliveryStatus;
import dev.postern.replay.Replay;
import dev.postern.replay.memory.MemoryReplayStore;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/** One customer of the platform types in another's ids. */
class TenantIsolationTest extends ApiTest {

    private static final String SECRET = "{\"iban\":\"of-b\"}";

    @Autowired
    MemoryReplayStore replays;

    @BeforeEach
    void prepare() {
        tenant("a");
        tenant("b");
        if (!text(OPERATOR, "{ destination(tenantId: \"b\", id: \"des_b\") { id } }")
                .contains("\"des_b\"")) {
            destination("b", "des_b");
            logged("b", "evt_b", "des_b", 1, DeliveryStatus.FAILED, SECRET);
            var query = new FailureQuery(DeliveryFilter.ANY, Instant.EPOCH);
            replays.create(Replay.started("rpl_b", "b", 1, Instant.EPOCH), query)
                    .block();
            replays.create(Replay.started("rpl_across", null, 1, Instant.EPOCH), query)
                    .block();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ tenant(id: \"b\") { id } }",
                "{ destination(id: \"des_b\") { id } }",
                "{ destination(tenantId: \"b\", id: \"des_b\") { id } }",
                "{ event(id: \"evt_b\") { id } }",
                "{ event(tenantId: \"b\", id: \"evt_b\") { id } }",
                "{ replay(id: \"rpl_b\") { id } }",
                "{ replay(id: \"rpl_across\") { id } }",
                "{ node(nodeId: \"WyJSZXBsYXkiLCJycGxfYiJd\") { nodeId } }",
                "{ delivery(id: \"atm_bevt_b1\") { id } }",
                "{ delivery(tenantId: \"b\", id: \"atm_bevt_b1\") { id } }"
            })
    void query_answersNullLikeForWhatDoesNotExist(String query) {
        assertThat(text(tokenOf("a"), query)).endsWith(":null}}").doesNotContain("errors");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ events { nodes { id } } }",
                "{ events(filter: {tenantIds: [\"b\"]}) { nodes { id } } }",
                "{ events(filter: {ids: [\"evt_b\"]}) { nodes { id } } }",
                "{ deliveries { nodes { id } } }",
                "{ deliveries(filter: {tenantIds: [\"b\"], eventIds: [\"evt_b\"]}) { nodes { id } } }",
                "{ replays { nodes { id } } }",
                "{ replays(tenantId: \"b\") { nodes { id } } }",
                "{ tenants(ids: [\"b\"]) { nodes { id } } }",
                "{ tenant { deliveries(filter: {tenantIds: [\"b\"]}) { nodes { id } } } }",
                "{ tenant { events(filter: {tenantIds: [\"b\"]}) { nodes { id } } } }",
                "{ tenant { destinations { nodes { id } } } }"
            })
    void list_holdsNothingOfAnother(String query) {
        assertThat(text(tokenOf("a"), query)).contains("\"nodes\":[]").doesNotContain("errors");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "updateDestination(input: {REF, metadata: {x: \"y\"}})",
                "deleteDestination(input: {REF})",
                "enableDestination(input: {REF})",
                "disableDestination(input: {REF})",
                "rotateDestinationSecret(input: {REF})",
                "revealDestinationCredentials(input: {REF})",
                "testDestination(input: {REF})",
                "cancelReplay(input: {id: \"rpl_b\"})",
                "cancelReplay(input: {id: \"rpl_across\"})",
                "retryDelivery(input: {TENANT id: \"atm_bevt_b1\"})",
                "retryEvent(input: {TENANT eventId: \"evt_b\", destinationId: \"des_b\"})",
            })
    void mutation_saysNotFoundLikeForWhatDoesNotExist(String mutation) {
        for (String tenant : new String[] {"", "tenantId: \"b\","}) {
            String named = mutation.replace("REF", tenant + " id: \"des_b\"").replace("TENANT", tenant);
            String absent = named.replace("des_b", "des_none")
                    .replace("evt_b", "evt_none")
                    .replace("atm_b", "atm_none")
                    .replace("rpl_b", "rpl_none")
                    .replace("rpl_across", "rpl_none");

            String answer =
                    text(tokenOf("a"), "mutation { m: %s { userErrors { code message field } } }".formatted(named));

            assertThat(answer).contains("\"code\":\"NOT_FOUND\"");
            assertThat(answer)
                    .isEqualTo(text(
                            tokenOf("a"),
                            "mutation { m: %s { userErrors { code message field } } }".formatted(absent)));
        }
        assertThat(text(OPERATOR, "{ destination(tenantId: \"b\", id: \"des_b\") { enabled metadata } }"))
                .contains("\"enabled\":true", "\"metadata\":null");
    }

    @Test
    void createDestination_findsNoOtherTenant() {
        String mutation = """
                mutation { createDestination(input: {tenantId: "%s", type: "webhook", topics: ["*"],
                  config: {url: "http://x"}}) { userErrors { code message field } } }""";

        assertThat(text(tokenOf("a"), mutation.formatted("b")))
                .contains("NOT_FOUND")
                .isEqualTo(text(tokenOf("a"), mutation.formatted("nobody")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "upsertTenant(input: {id: \"a\"}) { created }",
                "deleteTenant(input: {id: \"a\"}) { deletedTenantId }",
                "issueTenantToken(input: {tenantId: \"a\"}) { token }",
                "publishEvent(input: {tenantId: \"a\", topic: \"user.created\", data: 1}) { eventId }",
                "publishEvents(input: []) { eventId }"
            })
    void mutation_forOperatorsIsForbidden(String mutation) {
        assertThat(text(tokenOf("a"), "mutation { " + mutation + " }")).contains("\"code\":\"FORBIDDEN\"");
    }

    @Test
    void tenant_seesItsOwn() {
        assertThat(text(
                        tokenOf("b"),
                        "{ tenant { id } event(id: \"evt_b\") { rawData } viewer { kind tenant { id } } }"))
                .contains("\"id\":\"b\"", "of-b", "\"kind\":\"TENANT\"");
    }

    /** A form sends back the hint that it was shown, beside a new URL. */
    @Test
    void updateDestination_keepsACredentialWhoseHintComesBack() {
        String hint = text(OPERATOR, "{ destination(tenantId: \"b\", id: \"des_b\") { credentials } }");
        assertThat(hint).contains("\"secret\":\"whse****\"").doesNotContain("0123");

        text(tokenOf("b"), """
                mutation { updateDestination(input: {id: "des_b", credentials: {secret: "whse****"},
                  config: {url: "http://new"}}) { userErrors { message } } }""");

        assertThat(text(
                        tokenOf("b"),
                        "mutation { revealDestinationCredentials(input: {id: \"des_b\"}) { credentials } }"))
                .contains("whsec_0123456789");
        assertThat(text(tokenOf("b"), """
                        mutation { updateDestination(input: {id: "des_b", credentials: {secret: "mine"}}) {
                          userErrors { code field } } }""")).contains("FORBIDDEN", "[\"input\",\"credentials\",\"secret\"]");
    }
}
