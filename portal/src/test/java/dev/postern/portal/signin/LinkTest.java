package dev.postern.portal.signin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.portal.fixture.House;
import dev.postern.portal.fixture.PortalTest;
import dev.postern.portal.fixture.Visitor;
import dev.postern.portal.fixture.Visitor.Reply;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LinkTest extends PortalTest {

    private static final String LINK = "/portal/link/" + House.LINK_CODE;

    /** A mail scanner opens the link before its reader does. */
    @Test
    void open_doesNotUseTheLinkUp() {
        Reply page = stranger().get(LINK);

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).contains("Sign in and continue");
        assertThat(house.linkUsed()).isFalse();
    }

    @Test
    void redeem_signsInOnce() {
        clock.advance(Duration.ofMinutes(20));
        Visitor visitor = stranger();
        visitor.get(LINK);
        assertThat(visitor.post(LINK).location()).isEqualTo("/portal/");
        assertThat(visitor.get("/portal/").location()).isEqualTo("/portal/tenants/acme/destinations");

        Visitor second = stranger();
        second.get(LINK);
        Reply again = second.post(LINK);

        assertThat(again.status()).isEqualTo(410);
        assertThat(again.body()).contains("This link no longer works").doesNotContain(House.ACME_TOKEN);
    }

    /** Another site makes the browser send the form. */
    @Test
    void redeem_withoutItsToken_isRefused() {
        assertThat(stranger().postBare(LINK).status()).isEqualTo(403);
        assertThat(house.linkUsed()).isFalse();
    }
}
