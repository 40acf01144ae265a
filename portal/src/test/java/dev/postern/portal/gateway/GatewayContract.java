package dev.postern.portal.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.portal.fixture.House;
import dev.postern.portal.fixture.PortalTest;
import java.util.Map;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;
import tools.jackson.databind.JsonNode;

/** What either transport does. */
abstract class GatewayContract extends PortalTest {

    static final Credentials OPERATOR = new Credentials(House.OPERATOR_KEY);

    abstract Gateway gateway();

    record Viewer(String kind) {}

    record Delivery(JsonNode response) {}

    @Test
    void execute_answersWithData() {
        StepVerifier.create(gateway().execute("viewer", Map.of(), OPERATOR))
                .assertNext(answer ->
                        assertThat(answer.require("viewer", Viewer.class)).isEqualTo(new Viewer("OPERATOR")))
                .verifyComplete();
    }

    @Test
    void execute_passesTheVisitorsOwnCredentials() {
        StepVerifier.create(gateway().execute("viewer", Map.of(), new Credentials(House.ACME_TOKEN)))
                .assertNext(answer ->
                        assertThat(answer.require("viewer", Viewer.class)).isEqualTo(new Viewer("TENANT")))
                .verifyComplete();
    }

    @Test
    void execute_withUnknownCredentials_fails() {
        StepVerifier.create(gateway().execute("viewer", Map.of(), new Credentials("nobody")))
                .verifyError(GatewayException.Unauthenticated.class);
    }

    /** Something that was deleted a moment ago. */
    @Test
    void require_ofWhatIsNull_isNotFound() {
        StepVerifier.create(gateway()
                        .execute("delivery", Map.of("tenantId", "acme", "id", "gone"), OPERATOR)
                        .map(answer -> answer.require("delivery", Delivery.class)))
                .verifyError(GatewayException.NotFound.class);
    }

    /** An address with a cursor that somebody shortened. */
    @Test
    void execute_withBadInput_tellsWhy() {
        StepVerifier.create(gateway().execute("tenants", Map.of("first", 5, "after", "zzz"), OPERATOR))
                .expectErrorSatisfies(failure -> assertThat(failure)
                        .isInstanceOf(GatewayException.Refused.class)
                        .hasMessageContaining("not made by this list"))
                .verify();
    }

    @Test
    void execute_whileTheGatewayFails_carriesItsReference() {
        house.failing(true);

        StepVerifier.create(gateway().execute("tenants", Map.of("first", 5), OPERATOR))
                .expectErrorSatisfies(failure -> assertThat(failure)
                        .isInstanceOfSatisfying(
                                GatewayException.Unavailable.class,
                                down -> assertThat(down.reference()).isEqualTo("4711")))
                .verify();
    }

    /** A receiver's answer with a price in it. */
    @Test
    void execute_keepsDigits() {
        StepVerifier.create(gateway().execute("delivery", Map.of("tenantId", "acme", "id", "atm_hostile"), OPERATOR))
                .assertNext(answer -> assertThat(answer.require("delivery", Delivery.class)
                                .response()
                                .toString())
                        .startsWith("{\"status\":200,")
                        .endsWith("\"took\":1.10}"))
                .verifyComplete();
    }

    @Test
    void execute_withoutASubscriber_doesNothing() {
        var unused = gateway().execute("redeemPortalLink", Map.of(), new Credentials("plk_" + House.LINK_CODE));

        assertThat(unused).isNotNull();
        assertThat(house.linkUsed()).isFalse();
    }
}
