package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.model.DeliveryStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A page of many rows costs as many store calls as one of few. */
class FanOutTest extends ApiTest {

    @Test
    void deliveries_takeOneCallForEachLevel() {
        for (String tenantId : List.of("fan1", "fan2")) {
            tenant(tenantId);
            destination(tenantId, "d");
            for (int i = 0; i < 10; i++) {
                logged(tenantId, "evt_" + i, "d", 1, DeliveryStatus.FAILED, "{}");
            }
        }
        calls.reset();

        String answer = text(OPERATOR, """
                { deliveries(first: 20, filter: {tenantIds: ["fan1", "fan2"]}) { nodes {
                    destination { target consecutiveFailures }
                    tenant { id }
                    nextRetryAt
                    attempts { attemptNumber }
                    event { matchedDestinations { id } deliveries(first: 2) { nodes { id } } } } } }""");

        assertThat(answer).doesNotContain("\"errors\"").contains("\"consecutiveFailures\":10");
        // The page, destinations, tenants, attempts, events' matches; then failures and deliveries, and destinations.
        assertThat(calls.names()).hasSizeLessThanOrEqualTo(8);
    }

    @Test
    void tenants_takeOneCallForEachLevel() {
        for (int t = 0; t < 5; t++) {
            tenant("wide" + t);
            destination("wide" + t, "d");
        }
        calls.reset();

        data(OPERATOR, """
                { tenants(first: 5) { nodes {
                    destinations { nodes { tenant { id } deliveries { nodes { id } } } } events { nodes { id } } } } }""");

        assertThat(calls.names())
                .containsExactlyInAnyOrder(
                        "listTenants", "listDestinations", "listEvents", "retrieveTenants", "listDeliveries");
    }

    /** The portal's own list asks for no payloads, and none are read. */
    @Test
    void node_findsEveryTypeAgain() {
        tenant("nodes");
        destination("nodes", "d");
        logged("nodes", "evt_1", "d", 1, DeliveryStatus.SUCCESS, "{}");
        String ids = text(OPERATOR, """
                { tenant(id: "nodes") { nodeId destinations { nodes { nodeId } }
                    events { nodes { nodeId } } deliveries { nodes { nodeId } } } }""");
        List<String> nodeIds = java.util.regex.Pattern.compile("\"nodeId\":\"([^\"]+)\"")
                .matcher(ids)
                .results()
                .map(found -> '"' + found.group(1) + '"')
                .toList();

        String answer = text(OPERATOR, "{ nodes(nodeIds: [%s]) { __typename } }".formatted(String.join(",", nodeIds)));

        assertThat(answer)
                .contains("\"Tenant\"", "\"Destination\"", "\"Event\"", "\"Delivery\"")
                .doesNotContain("null");
        assertThat(text(tokenOf("nodes"), "{ nodes(nodeIds: [%s]) { nodeId } }".formatted(String.join(",", nodeIds))))
                .doesNotContain("null");
        tenant("stranger");
        assertThat(text(
                        tokenOf("stranger"),
                        "{ nodes(nodeIds: [%s]) { nodeId } }".formatted(String.join(",", nodeIds))))
                .isEqualTo("{\"data\":{\"nodes\":[null,null,null,null]}}");
    }
}
