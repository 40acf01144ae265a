package dev.postern.portal.signin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.portal.fixture.House;
import dev.postern.portal.fixture.PortalTest;
import dev.postern.portal.fixture.Visitor;
import dev.postern.portal.fixture.Visitor.Reply;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What guards every page. */
class DoorTest extends PortalTest {

    @Test
    void page_carriesTheStrictHeaders() {
        Reply page = stranger().get("/portal/sign-in");

        assertThat(page.header("content-security-policy"))
                .isEqualTo("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                        + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'");
        assertThat(page.header("referrer-policy")).isEqualTo("no-referrer");
        assertThat(page.header("x-content-type-options")).isEqualTo("nosniff");
        assertThat(page.header("cache-control")).contains("no-store");
        assertThat(page.body()).doesNotContain("style=\"", "onclick=");
    }

    @Test
    void cookies_areClosed() {
        Visitor visitor = stranger();
        visitor.get("/portal/sign-in");
        Reply reply = visitor.post("/portal/sign-in", "credential", House.OPERATOR_KEY);

        assertThat(reply.headers("set-cookie"))
                .filteredOn(cookie -> cookie.startsWith("postern_portal="))
                .singleElement()
                .asString()
                .containsIgnoringCase("Path=/portal; HttpOnly; SameSite=Lax")
                .doesNotContain("Secure");
    }

    /** Somebody types the host and the port, and no more. */
    @Test
    void bareAddress_leadsToThePortal() {
        Reply reply = stranger().get("/");

        assertThat(reply.status()).isEqualTo(303);
        assertThat(reply.header("location")).isEqualTo("/portal/");
    }

    /** TLS ends at a proxy in front, which says so. */
    @Test
    void cookies_areSecureBehindTls() {
        Reply page = stranger().get("/portal/sign-in", "X-Forwarded-Proto", "https");

        assertThat(page.headers("set-cookie"))
                .isNotEmpty()
                .allSatisfy(cookie -> assertThat(cookie).containsIgnoringCase("Secure; HttpOnly; SameSite=Lax"));
    }

    /** Each way to change something, tried by a form of another site. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/portal/sign-in",
                "/portal/sign-out",
                "/portal/new-tenant",
                "/portal/tenants/acme/link",
                "/portal/tenants/acme/new-destination",
                "/portal/tenants/acme/destinations/des_off/enable",
                "/portal/tenants/acme/destinations/des_off/disable",
                "/portal/tenants/acme/destinations/des_off/topics",
                "/portal/tenants/acme/destinations/des_off/test",
                "/portal/tenants/acme/destinations/des_off/delete",
                "/portal/tenants/acme/deliveries/atm_hostile/retry"
            })
    void change_withoutItsToken_isRefused(String path) {
        Reply reply = operator().postBare(path, "id", "x", "credential", House.OPERATOR_KEY);

        assertThat(reply.status()).isEqualTo(403);
        assertThat(reply.body()).contains("This form has grown old");
        assertThat(house.mutations).isEmpty();
    }

    /** A scanner's nonsense, or a payload pasted into the wrong field. */
    @Test
    void form_thatCantBeRead_isTurnedAwayWithAPage() {
        Visitor visitor = stranger();
        visitor.get("/portal/sign-in");

        Reply large = visitor.post("/portal/sign-in", "credential", "x".repeat(300_000));
        Reply malformed = visitor.postText("/portal/sign-in", "credential=%zz");
        Reply empty = visitor.postText("/portal/sign-in", "");

        assertThat(large.status()).isEqualTo(413);
        assertThat(large.body()).contains("This form is too large");
        assertThat(malformed.status()).isEqualTo(400);
        assertThat(malformed.body()).contains("This form could not be read");
        assertThat(empty.status()).isEqualTo(403);
        assertThat(visitor.signIn(House.OPERATOR_KEY)).isNotNull();
    }

    /** A tenant's developer edits the address. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/portal/tenants",
                "/portal/new-tenant",
                "/portal/tenants/globex",
                "/portal/tenants/globex/destinations",
                "/portal/tenants/globex/new-destination",
                "/portal/tenants/globex/destinations/des_globex",
                "/portal/tenants/globex/deliveries",
                "/portal/tenants/globex/deliveries/atm_globex",
                "/portal/tenants/globex/deliveries/atm_globex/payload",
                "/portal/tenants/acme/destinations/des_globex",
                "/portal/tenants/acme/deliveries/atm_globex"
            })
    void tenant_findsNothingOfOthers(String path) {
        Reply reply = acme().get(path);

        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.body()).contains("There is nothing here").doesNotContain("globex.test", "All deliveries");
    }

    @Test
    void tenant_changesNothingOfOthers() {
        Visitor visitor = acme();
        visitor.get("/portal/tenants/acme/destinations");

        for (String path : List.of(
                "/portal/tenants/globex/destinations/des_globex/delete",
                "/portal/tenants/globex/deliveries/atm_globex/retry",
                "/portal/new-tenant",
                "/portal/tenants/acme/link")) {
            assertThat(visitor.post(path, "id", "x").status()).isEqualTo(404);
        }
        assertThat(house.mutations).isEmpty();
    }

    @Test
    void noPage_showsTheCredentials() {
        Visitor visitor = operator();
        for (String path : List.of(
                "/portal/tenants",
                "/portal/tenants/acme/destinations",
                "/portal/tenants/acme/new-destination",
                "/portal/tenants/acme/deliveries",
                "/portal/tenants/acme/deliveries/atm_hostile")) {
            Reply page = visitor.get(path);
            assertThat(page.status()).as(path).isEqualTo(200);
            assertThat(page.body()).doesNotContain(House.OPERATOR_KEY).contains("Operator");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/portal/nowhere",
                "/portal/tenants/acme/nowhere",
                "/portal/tenants/~!!/destinations",
                "/portal/assets/0/nothing.css",
                "/portal/tenants/missing/destinations"
            })
    void unknownPath_isAPageThatSaysSo(String path) {
        Reply reply = operator().get(path);

        assertThat(reply.status()).isEqualTo(404);
        if (!path.contains("assets")) {
            assertThat(reply.body()).contains("There is nothing here").doesNotContain("Exception", "\tat ");
        }
    }

    /** The browser keeps the style sheet until its content changes. */
    @Test
    void assets_areKeptForever() {
        Visitor visitor = stranger();
        String page = visitor.get("/portal/sign-in").body();
        String css = page.replaceAll("(?s).*href=\"(/portal/assets/[0-9a-f]{16}/portal.css)\".*", "$1");

        Reply asset = visitor.get(css, "Accept-Encoding", "gzip");

        assertThat(asset.status()).isEqualTo(200);
        assertThat(asset.header("cache-control")).contains("max-age=31536000", "immutable");
        assertThat(asset.header("content-encoding")).isEqualTo("gzip");
        assertThat(visitor.get("/portal/assets/0000000000000000/portal.css").header("cache-control"))
                .isEqualTo("no-cache");
    }
}
