package dev.postern.portal.deliveries;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.portal.fixture.House;
import dev.postern.portal.fixture.PortalTest;
import dev.postern.portal.fixture.Visitor;
import dev.postern.portal.fixture.Visitor.Reply;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeliveriesTest extends PortalTest {

    private static final String LIST = "/portal/tenants/acme/deliveries";
    private static final String FAILED = LIST + "/atm_01jq2m7v9x4c8r6t0n5k3w0002";

    @Test
    void list_turnsPagesBothWays() {
        Visitor visitor = acme();
        assertThat(visitor.get(LIST).body()).contains("after=c24").doesNotContain("before=c");
        assertThat(visitor.get(LIST + "?after=c24").body()).contains("after=c49", "before=c25");
        assertThat(visitor.get(LIST + "?after=c49").body())
                .contains("before=c50")
                .doesNotContain("after=c");
        assertThat(visitor.get(LIST + "?before=c25").body()).contains("after=c24");
    }

    @Test
    void list_leavesOutWhatMostAddressesBeginWith() {
        assertThat(acme().get(LIST).body()).contains(">hooks.acme.test/postern/orders<");
    }

    @Test
    void list_keepsItsFiltersWhilePaging() {
        String page = acme().get(LIST + "?status=success&time=24h").body();

        assertThat(page)
                .contains("?status=success&amp;time=24h&amp;after=c24", "Clear filters")
                .contains("value=\"success\" selected", "value=\"24h\" selected")
                .doesNotContain(">503<");
    }

    @Test
    void list_filtersByEachPart() {
        Visitor visitor = acme();
        assertThat(visitor.get(LIST + "?status=failed").body())
                .contains(">503<")
                .doesNotContain(">200<");
        assertThat(visitor.get(LIST + "?code=200").body()).doesNotContain(">503<");
        assertThat(visitor.get(LIST + "?destination=des_failing").body()).doesNotContain(">200<");
        assertThat(visitor.get(LIST + "?topic=order.shipped&event=evt_01jq2m7v9x4c8r6t0n5k3w0002")
                        .body())
                .contains("atm_01jq2m7v9x4c8r6t0n5k3w0002")
                .doesNotContain("atm_01jq2m7v9x4c8r6t0n5k3w0006");
        assertThat(visitor.get(LIST + "?time=1h").body()).doesNotContain("atm_01jq2m7v9x4c8r6t0n5k3w0009");
    }

    @Test
    void list_hasFourStates() {
        Visitor visitor = operator();
        assertThat(visitor.get(LIST).body()).contains("class=\"skeleton\"");
        assertThat(visitor.get(LIST + "?code=418").body()).contains("No delivery matches", "href=\"" + LIST + "\"");
        assertThat(visitor.get("/portal/tenants/empty/deliveries").body())
                .contains("Nothing was delivered yet", "Go to destinations");
        house.failing(true);
        Reply failed = visitor.get(LIST + "?code=200");
        assertThat(failed.status()).isEqualTo(502);
        assertThat(failed.body())
                .contains("could not be loaded", "4711", "href=\"" + LIST + "?code=200\"", "Try again");
    }

    /** A cursor that was cut off while the address was copied. */
    @Test
    void list_withABadCursor_tellsWhyAndStartsAfresh() {
        Reply reply = acme().get(LIST + "?status=failed&after=zzz");

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.body()).contains("not made by this list", "href=\"" + LIST + "?status=failed\"");
    }

    @Test
    void list_acrossTenants_isForOperators() {
        assertThat(operator().get("/portal/deliveries").body()).contains("data-label=\"Tenant\"");
        assertThat(acme().get("/portal/deliveries?status=failed").location()).isEqualTo(LIST + "?status=failed");
    }

    @Test
    void list_showsTopicsAsText() {
        assertThat(acme().get(LIST).body()).contains("&lt;script&gt;document").doesNotContain(House.HOSTILE);
    }

    @Test
    void list_isLight() {
        assertThat(acme().get(LIST).body().getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(60_000);
    }

    @Test
    void show_keepsOrderAndDigits() {
        String page = acme().get(LIST + "/atm_hostile").body();
        String text = page.replaceAll("<[^>]+>", "");

        assertThat(text)
                .contains(
                        "&quot;total&quot;: 1.10", "&quot;huge&quot;: 1e400", "&quot;big&quot;: 1180591620717411303424")
                .contains("&quot;took&quot;: 1.10")
                .containsSubsequence("zulu", "order", "items", "alpha");
        assertThat(page).doesNotContain(House.HOSTILE);
    }

    @Test
    void show_hasEveryAttemptAndTheNext() {
        assertThat(acme().get(FAILED).body())
                .contains("Attempt 1", "Attempt 2", "timeout", "Next retry", "in 3 min", "Retry");
    }

    /** The receiver's host is gone, or it took the event and never answered. */
    @Test
    void show_withoutAnAnswer_saysSo() {
        Reply reply = acme().get(LIST + "/atm_01jq2m7v9x4c8r6t0n5k3w0006");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body()).contains("timeout", "No response was kept.", "Attempt 2");
    }

    @Test
    void retry_isQueued() {
        Visitor visitor = acme();
        visitor.get(FAILED);

        assertThat(visitor.post(FAILED + "/retry").location()).isEqualTo(FAILED);
        assertThat(house.mutations)
                .containsExactly(
                        entry("retryDelivery", Map.of("tenantId", "acme", "id", "atm_01jq2m7v9x4c8r6t0n5k3w0002")));
        assertThat(visitor.get(FAILED).body()).contains("The retry is queued.");
    }

    @Test
    void payload_isTheTextThatWasPublished() {
        Reply reply = acme().get(LIST + "/atm_hostile/payload");

        assertThat(reply.body()).startsWith("{\"zulu\":\"first\",").contains("\"total\":1.10,", House.HOSTILE);
        assertThat(reply.header("content-type")).isEqualTo("application/json");
        assertThat(reply.header("content-disposition")).startsWith("attachment");
    }
}
