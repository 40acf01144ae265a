package dev.postern.portal.tenants;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.portal.fixture.PortalTest;
import dev.postern.portal.fixture.Visitor;
import dev.postern.portal.fixture.Visitor.Reply;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TenantsTest extends PortalTest {

    /** An operator with more tenants than a page holds turns to the next page and back. */
    @Test
    void list_turnsPagesBothWays() {
        Visitor visitor = operator();
        String first = visitor.get("/portal/tenants").body();
        assertThat(first).contains("33 tenants", ">acme<", "after=c24").doesNotContain("before=");

        String second = visitor.get("/portal/tenants?after=c24").body();
        assertThat(second).contains(">customer-030<", "before=c25").doesNotContain(">acme<", "after=");

        assertThat(visitor.get("/portal/tenants?before=c25").body()).contains(">acme<");
    }

    @Test
    void list_findsByExactId() {
        Visitor visitor = operator();

        assertThat(visitor.get("/portal/tenants?id=globex").body())
                .contains(">globex<")
                .doesNotContain(">acme<");
        assertThat(visitor.get("/portal/tenants?id=glob").body())
                .contains("No tenant has this id", "Clear the search", "value=\"glob\"");
    }

    @Test
    void list_whileTheGatewayFails_offersToTryAgain() {
        Visitor visitor = operator();
        house.failing(true);

        Reply reply = visitor.get("/portal/tenants?id=globex");

        assertThat(reply.status()).isEqualTo(502);
        assertThat(reply.body())
                .contains("could not be loaded", "4711", "href=\"/portal/tenants?id=globex\"", "Try again");
    }

    @Test
    void create_leadsToTheTenant() {
        Visitor visitor = operator();
        visitor.get("/portal/new-tenant");

        Reply reply = visitor.post("/portal/new-tenant", "id", "initech");

        assertThat(reply.status()).isEqualTo(303);
        assertThat(reply.location()).isEqualTo("/portal/tenants/initech/destinations");
        assertThat(house.mutations).containsExactly(entry("upsertTenant", Map.of("id", "initech")));
        assertThat(visitor.get("/portal/tenants").body()).contains("Tenant initech is ready.");
        assertThat(visitor.get("/portal/tenants").body()).doesNotContain("Tenant initech is ready.");
    }

    @Test
    void create_withABadId_keepsItAndSaysWhy() {
        Visitor visitor = operator();
        visitor.get("/portal/new-tenant");

        Reply reply = visitor.post("/portal/new-tenant", "id", "two words");

        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.body()).contains("has white space", "value=\"two words\"", "aria-invalid=\"true\"");
    }

    /** An operator hands the portal to a customer. */
    @Test
    void link_isShownOnce() {
        Visitor visitor = operator();
        visitor.get("/portal/tenants/acme/destinations");

        Reply reply = visitor.post("/portal/tenants/acme/link");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body()).contains("/portal/link/fresh-code", "It works once");
        assertThat(reply.header("cache-control")).contains("no-store");
    }

    /** The link goes into a mail: it leads to where the operator works, behind a proxy as well. */
    @Test
    void link_leadsToWhereTheOperatorCameIn() {
        Visitor visitor = operator();
        visitor.get("/portal/tenants/acme/destinations");

        assertThat(visitor.post("/portal/tenants/acme/link").body())
                .contains("\"http://localhost:" + port + "/portal/link/fresh-code\"");
        assertThat(visitor.behind("https", "hooks.acme.test")
                        .post("/portal/tenants/acme/link")
                        .body())
                .contains("\"https://hooks.acme.test/portal/link/fresh-code\"");
    }
}
