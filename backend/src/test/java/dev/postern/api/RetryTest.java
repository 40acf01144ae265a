package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.model.DeliveryStatus;
import dev.postern.queue.DeliveryQueue;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/** A customer's receiver was down, and they press the button. */
class RetryTest extends ApiTest {

    private static final String DELIVERY = "retryDelivery(input: {%s id: \"%s\"})";
    private static final String EVENT = "retryEvent(input: {%s eventId: \"%s\", destinationId: \"%s\"})";

    @Autowired
    DeliveryQueue queue;

    @BeforeEach
    void prepare() {
        tenant("r");
        tenant("other");
        if (!text(OPERATOR, "{ destination(tenantId: \"r\", id: \"d\") { id } }")
                .contains("\"d\"")) {
            destination("r", "d");
            destination("r", "off");
            text(
                    OPERATOR,
                    "mutation { disableDestination(input: {tenantId: \"r\", id: \"off\"}) { userErrors { code } } }");
            assertThat(text(OPERATOR, """
                    mutation { createDestination(input: {tenantId: "r", id: "picky", type: "webhook",
                      topics: ["order.paid"], config: {url: "http://example.com"}}) { userErrors { code } } }""")).contains("\"userErrors\":[]");
            for (String destination : new String[] {"d", "off", "picky", "gone"}) {
                logged("r", "evt_" + destination, destination, 1, DeliveryStatus.FAILED, "{\"n\":1}");
            }
        }
    }

    /** The tenant itself, and an operator with and without the tenant's name. */
    @Test
    void retry_queuesTheNextAttempt() {
        assertQueued(tokenOf("r"), DELIVERY.formatted("", "atm_revt_d1"));
        assertQueued(OPERATOR, DELIVERY.formatted("", "atm_revt_d1"));
        assertQueued(OPERATOR, EVENT.formatted("tenantId: \"r\",", "evt_d", "d"));
        assertQueued(OPERATOR, EVENT.formatted("", "evt_d", "d"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"atm_none", "atm_revt_d1x"})
    void retryDelivery_saysThatItIsUnknown(String id) {
        assertThat(ask(tokenOf("r"), DELIVERY.formatted("", id))).isEqualTo(refusal("NOT_FOUND", "id"));
        assertThat(ask(OPERATOR, DELIVERY.formatted("", id))).isEqualTo(refusal("NOT_FOUND", "id"));
    }

    /** Another tenant's is answered word for word like one that does not exist. */
    @Test
    void retry_findsNothingOfAnotherTenant() {
        String token = tokenOf("other");

        assertThat(ask(token, DELIVERY.formatted("", "atm_revt_d1"))).isEqualTo(refusal("NOT_FOUND", "id"));
        assertThat(ask(token, DELIVERY.formatted("tenantId: \"r\",", "atm_revt_d1")))
                .isEqualTo(refusal("NOT_FOUND", "id"));
        assertThat(ask(token, EVENT.formatted("", "evt_d", "d"))).isEqualTo(refusal("NOT_FOUND", "eventId"));
        assertThat(ask(token, EVENT.formatted("tenantId: \"r\",", "evt_d", "d")))
                .isEqualTo(refusal("NOT_FOUND", "eventId"));
    }

    @Test
    void retry_saysWhyTheDestinationGetsNothing() {
        String token = tokenOf("r");

        assertThat(ask(token, DELIVERY.formatted("", "atm_revt_off1")))
                .isEqualTo(refusal("DESTINATION_DISABLED", "id"));
        assertThat(ask(token, EVENT.formatted("", "evt_off", "off")))
                .isEqualTo(refusal("DESTINATION_DISABLED", "destinationId"));
        assertThat(ask(token, DELIVERY.formatted("", "atm_revt_picky1"))).isEqualTo(refusal("TOPIC_MISMATCH", "id"));
        assertThat(ask(token, EVENT.formatted("", "evt_picky", "picky")))
                .isEqualTo(refusal("TOPIC_MISMATCH", "destinationId"));
        assertThat(ask(token, DELIVERY.formatted("", "atm_revt_gone1"))).isEqualTo(refusal("NOT_FOUND", "id"));
        assertThat(ask(token, EVENT.formatted("", "evt_d", "gone"))).isEqualTo(refusal("NOT_FOUND", "destinationId"));
        assertThat(ask(token, EVENT.formatted("", "evt_none", "d"))).isEqualTo(refusal("NOT_FOUND", "eventId"));
    }

    private void assertQueued(String credentials, String mutation) {
        assertThat(ask(credentials, mutation))
                .isEqualTo("{\"data\":{\"m\":{\"eventId\":\"evt_d\",\"destinationId\":\"d\",\"userErrors\":[]}}}");
        var message = Objects.requireNonNull(queue.consume(1).blockFirst(Duration.ofSeconds(10)));
        message.ack().block();
        assertThat(message.body().manual()).isTrue();
        assertThat(message.body().attempt()).isGreaterThan(1);
        assertThat(message.body().destinationId()).isEqualTo("d");
        assertThat(message.body().event().requireData()).isEqualTo("{\"n\":1}");
    }

    private String ask(String credentials, String mutation) {
        return text(
                credentials,
                "mutation { m: %s { eventId destinationId userErrors { code field } } }".formatted(mutation));
    }

    private static String refusal(String code, String field) {
        return "{\"data\":{\"m\":{\"eventId\":null,\"destinationId\":null,\"userErrors\":"
                + "[{\"code\":\"%s\",\"field\":[\"input\",\"%s\"]}]}}}".formatted(code, field);
    }
}
