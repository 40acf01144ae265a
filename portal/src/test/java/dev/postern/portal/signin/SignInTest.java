package dev.postern.portal.signin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.portal.fixture.House;
import dev.postern.portal.fixture.PortalTest;
import dev.postern.portal.fixture.Visitor;
import dev.postern.portal.fixture.Visitor.Reply;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SignInTest extends PortalTest {

    /** The first visit of an operator, with the key that the console showed. */
    @Test
    void signIn_byOperatorKey_leadsToTenants() {
        Visitor visitor = stranger();
        assertThat(visitor.get("/portal/").location()).isEqualTo("/portal/sign-in");
        assertThat(visitor.get("/portal/sign-in").body()).contains("Operator key or tenant token");

        Reply reply = visitor.post("/portal/sign-in", "credential", " " + House.OPERATOR_KEY + " ");

        assertThat(reply.status()).isEqualTo(303);
        assertThat(reply.location()).isEqualTo("/portal/");
        assertThat(visitor.get("/portal/").location()).isEqualTo("/portal/tenants");
    }

    /** A tenant's developer pastes a token. */
    @Test
    void signIn_byTenantToken_leadsToItsDestinations() {
        assertThat(acme().get("/portal/").location()).isEqualTo("/portal/tenants/acme/destinations");
    }

    /** A mistyped key. */
    @Test
    void signIn_withUnknownKey_saysSoAndDoesNotEchoIt() {
        Visitor visitor = stranger();
        visitor.get("/portal/sign-in");

        Reply reply = visitor.post("/portal/sign-in", "credential", "wrong-key-typed");

        assertThat(reply.status()).isEqualTo(401);
        assertThat(reply.body()).contains("not valid, or has expired").doesNotContain("wrong-key-typed");
        assertThat(visitor.cookie("postern_portal")).isEmpty();
    }

    /** Line breaks pasted along with a key must never become headers. */
    @Test
    void signIn_withCharactersThatNoHeaderHolds_isRefused() {
        Visitor visitor = stranger();
        visitor.get("/portal/sign-in");

        assertThat(visitor.post("/portal/sign-in", "credential", "a\r\nX-Other: 1")
                        .status())
                .isEqualTo(401);
        assertThat(visitor.post("/portal/sign-in", "credential", "").status()).isEqualTo(422);
    }

    /** Somebody guesses keys; a minute later the rightful owner is let in again. */
    @Test
    void signIn_afterTooManyFailures_hasToWait() {
        clock.advance(Duration.ofMinutes(10));
        Visitor visitor = stranger();
        visitor.get("/portal/sign-in");
        for (int i = 0; i < 3; i++) {
            assertThat(visitor.post("/portal/sign-in", "credential", "guess-" + i)
                            .status())
                    .isEqualTo(401);
        }

        assertThat(visitor.post("/portal/sign-in", "credential", House.OPERATOR_KEY)
                        .status())
                .isEqualTo(429);
        clock.advance(Duration.ofSeconds(61));
        assertThat(visitor.post("/portal/sign-in", "credential", House.OPERATOR_KEY)
                        .status())
                .isEqualTo(303);
    }

    /** A link to a page, opened by somebody whose session is over. */
    @Test
    void signIn_returnsToThePageThatWasAskedFor() {
        Visitor visitor = stranger();
        String asked =
                visitor.get("/portal/tenants/acme/deliveries?status=failed").location();
        assertThat(asked).startsWith("/portal/sign-in?next=");
        visitor.get(asked);

        Reply reply = visitor.post(
                "/portal/sign-in",
                "credential",
                House.OPERATOR_KEY,
                "next",
                "/portal/tenants/acme/deliveries?status=failed");

        assertThat(reply.location()).isEqualTo("/portal/tenants/acme/deliveries?status=failed");
    }

    /** A link that somebody forged to lead elsewhere after signing in. */
    @Test
    void signIn_neverLeadsToAnotherHost() {
        for (String next : new String[] {
            "https://evil.test/", "//evil.test/", "/portal/\\evil.test", "/elsewhere", "javascript:alert(1)"
        }) {
            Visitor visitor = stranger();
            visitor.get("/portal/sign-in");
            assertThat(visitor.post("/portal/sign-in", "credential", House.OPERATOR_KEY, "next", next)
                            .location())
                    .isEqualTo("/portal/");
        }
    }

    /** An id that an attacker planted before must be worth nothing after. */
    @Test
    void signIn_changesTheSessionsId() {
        Visitor visitor = acme();
        String before = visitor.cookie("postern_portal");

        visitor.get("/portal/tenants/acme/destinations");
        Reply again = visitor.post("/portal/sign-in", "credential", House.OPERATOR_KEY);

        assertThat(again.status()).isEqualTo(303);
        assertThat(visitor.cookie("postern_portal")).isNotEmpty().isNotEqualTo(before);
    }

    @Test
    void signOut_endsTheSession() {
        Visitor visitor = operator();
        visitor.get("/portal/tenants");

        assertThat(visitor.post("/portal/sign-out").location()).isEqualTo("/portal/sign-in");
        assertThat(visitor.get("/portal/tenants").status()).isEqualTo(303);
    }

    /** A tenant's token lapses while the page is open. */
    @Test
    void session_endsWithItsToken() {
        Visitor visitor = acme();
        clock.advance(Duration.ofHours(2));

        Reply reply = visitor.get("/portal/tenants/acme/destinations");

        assertThat(reply.status()).isEqualTo(303);
        assertThat(visitor.get(reply.location()).body()).contains("Your session has ended");
    }

    /** The operator key is replaced while an operator is signed in, who then clicks a filter that htmx sends. */
    @Test
    void session_endsWhenTheGatewayNoLongerKnowsTheKey() {
        Visitor visitor = operator();
        house.revokeAll();

        Reply reply = visitor.get("/portal/tenants?id=x", "HX-Request", "true");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.header("hx-redirect")).startsWith("/portal/sign-in?").contains("next=", "ended=1");
    }

    /** The gateway is down while somebody signs in. */
    @Test
    void signIn_whileTheGatewayFails_saysSo() {
        Visitor visitor = stranger();
        visitor.get("/portal/sign-in");
        house.failing(true);

        Reply reply = visitor.post("/portal/sign-in", "credential", House.OPERATOR_KEY);

        assertThat(reply.status()).isEqualTo(502);
        assertThat(reply.body()).contains("The gateway is not answering", "4711");
    }
}
