package dev.postern.portal.destinations;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.portal.fixture.House;
import dev.postern.portal.fixture.PortalTest;
import dev.postern.portal.fixture.Visitor;
import dev.postern.portal.fixture.Visitor.Reply;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DestinationsTest extends PortalTest {

    private static final String LIST = "/portal/tenants/acme/destinations";
    private static final String NEW = "/portal/tenants/acme/new-destination";

    @Test
    void list_tellsHowEachIsDoing() {
        String page = acme().get(LIST).body();

        assertThat(page)
                .contains("https://hooks.acme.test/postern/orders", "Failing · 7 in a row", "Disabled", "All topics")
                .contains("14 min ago", "datetime=\"2026-03-14T09:12:53.178Z\"", "14 Mar 2026, 09:12:53.178 UTC")
                .contains("&lt;script&gt;")
                .doesNotContain(House.HOSTILE, "Portal link");
    }

    @Test
    void list_ofATenantWithoutAny_saysWhatToDo() {
        assertThat(operator().get("/portal/tenants/empty/destinations").body())
                .contains("No destinations yet", "Create a webhook", "Portal link");
    }

    /** Ids are the callers' own: this one has a slash, a percent sign and dots in it. */
    @Test
    void show_ofAnOddId_isFoundByItsLink() {
        Visitor visitor = acme();
        String href = visitor.get(LIST).body().replaceAll("(?s).*href=\"(" + LIST + "/~[^\"]+)\".*", "$1");

        Reply page = visitor.get(href);

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).contains("a/b %..").doesNotContain(House.HOSTILE);
    }

    @Test
    void show_showsSettingsAndHintsOfSecrets() {
        assertThat(acme().get(LIST + "/des_failing").body())
                .contains("Signing secret", "whse****", "order.created", "Latest deliveries", "Send test event", "503");
    }

    @Test
    void create_byTheTypesForm() {
        Visitor visitor = acme();
        assertThat(visitor.get(NEW).body())
                .contains("name=\"config.url\"", "name=\"credentials.secret\"", "type=\"password\"")
                .contains("Receiving webhooks", "Check the signature with the secret.", "order.shipped");

        Reply reply = visitor.post(
                NEW,
                "type",
                "webhook",
                "config.url",
                " https://new.acme.test/in ",
                "config.custom_headers",
                "X-Team: payments\nX-Region:eu",
                "topics",
                "order.created",
                "topics",
                "order.shipped");

        assertThat(reply.location()).isEqualTo(LIST + "/des_made");
        assertThat(house.mutations)
                .containsExactly(entry(
                        "createDestination",
                        Map.of(
                                "tenantId", "acme",
                                "type", "webhook",
                                "topics", List.of("order.created", "order.shipped"),
                                "config",
                                        Map.of(
                                                "url", "https://new.acme.test/in",
                                                "custom_headers", "{\"X-Team\":\"payments\",\"X-Region\":\"eu\"}"),
                                "credentials", Map.of())));
        assertThat(visitor.get(reply.location()).body()).contains("The destination is ready.");
    }

    /** A typing error in the URL: what was filled in stays, save for the secret. */
    @Test
    void create_withErrors_showsThemAtTheirFields() {
        Visitor visitor = acme();
        visitor.get(NEW);

        Reply reply = visitor.post(
                NEW,
                "type",
                "webhook",
                "config.url",
                "htp:/typo\"<b>",
                "credentials.secret",
                "my-own-signing-secret",
                "topics",
                "order.created");

        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.body())
                .contains("must be an http or https URL", "value=\"htp:/typo&quot;&lt;b&gt;\"", "aria-invalid=\"true\"")
                .containsPattern("value=\"order.created\" checked")
                .doesNotContain("my-own-signing-secret");
    }

    @Test
    void create_withoutTopics_saysSo() {
        Visitor visitor = acme();
        visitor.get(NEW);

        assertThat(visitor.post(NEW, "type", "webhook", "config.url", "https://x.test")
                        .body())
                .contains("choose at least one topic", "value=\"https://x.test\"");
    }

    /** A later provider, with kinds of fields that a webhook has not. */
    @Test
    void form_knowsEveryKindOfField() {
        assertThat(acme().get(NEW + "?type=kitchen_sink").body())
                .contains(
                        "<select id=\"f-config-region\"", "value=\"us\" selected", "type=\"checkbox\" value=\"true\"");
        assertThat(acme().get(NEW + "?type=unheard").status()).isEqualTo(404);
    }

    @Test
    void switching_saysWhatItMeans() {
        Visitor visitor = acme();
        visitor.get(LIST + "/des_off");

        assertThat(visitor.post(LIST + "/des_off/enable").location()).isEqualTo(LIST + "/des_off");
        assertThat(visitor.get(LIST + "/des_off").body()).contains("events reach it from now on", ">Disable<");
        visitor.post(LIST + "/des_off/disable");
        assertThat(visitor.get(LIST + "/des_off").body()).contains("nothing is sent to it", ">Enable<");
    }

    @Test
    void topics_areSaved() {
        Visitor visitor = acme();
        visitor.get(LIST + "/des_off");

        visitor.post(LIST + "/des_off/topics", "topics", "invoice.paid", "topics", "*");

        assertThat(house.mutations)
                .containsExactly(entry(
                        "updateDestination", Map.of("tenantId", "acme", "id", "des_off", "topics", List.of("*"))));
    }

    @Test
    void test_showsTheOutcome() {
        Visitor visitor = acme();
        visitor.get(LIST + "/des_off");

        visitor.post(LIST + "/des_off/test");
        assertThat(visitor.get(LIST + "/des_off").body())
                .contains("The test event was delivered.", "The destination answered 200 in 41 ms.");
        visitor.post(LIST + "/des_failing/test");
        assertThat(visitor.get(LIST + "/des_failing").body()).contains("The test event was not delivered.", "503");
    }

    @Test
    void delete_asksFirst() {
        Visitor visitor = acme();
        assertThat(visitor.get(LIST + "/des_off/delete").body()).contains("This can’t be undone");
        assertThat(house.mutations).isEmpty();

        assertThat(visitor.post(LIST + "/des_off/delete").location()).isEqualTo(LIST);
        assertThat(visitor.get(LIST).body())
                .contains("The destination is deleted.")
                .doesNotContain("old.acme.test");
    }
}
