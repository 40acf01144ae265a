package dev.postern.portal.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.postern.portal.fixture.House;
import java.util.List;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What people come to the portal for, from sign-in to the last click. */
class JourneysTest extends BrowserTest {

    /** A developer looks for the delivery that failed, finds it, and tries it again. */
    @ParameterizedTest
    @ValueSource(ints = {WIDE, NARROW})
    void failedDelivery_isFoundAndRetried(int width) {
        Page page = open(width, ColorScheme.LIGHT);
        signIn(page, House.ACME_TOKEN);
        link(page, "Deliveries");
        page.getByLabel("State").selectOption("failed");
        page.waitForURL("**/deliveries?status=failed**");
        assertThat(page.locator("#results")).not().containsText("Delivered");

        page.locator("#results td.main a").first().click();
        assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("Attempts")))
                .isVisible();
        assertThat(page.locator(".json").first()).containsText("\"huge\": 1e400");
        button(page, "Retry");

        assertThat(page.getByRole(AriaRole.STATUS)).containsText("The retry is queued.");
        Assertions.assertThat(house.mutations).hasSize(1);
    }

    /** An operator has mended what was wrong, and puts all that it stopped back to work. */
    @Test
    void deadLetters_areChosenTogetherAndPutBack() {
        Page page = open(WIDE, ColorScheme.LIGHT);
        signIn(page, House.OPERATOR_KEY);
        link(page, "Dead letters");
        page.getByLabel("Choose all on this page").check();
        button(page, "Put back the chosen…");
        assertThat(page.locator("h1")).hasText("Put 25 dead letters back?");
        button(page, "Put back");

        assertThat(page.getByRole(AriaRole.STATUS)).containsText("25 dead letters were put back into the queue.");
        assertThat(page.locator(".count")).hasText("5 dead letters");
    }

    /** Paging and filters swap the list alone, and the back button goes back. */
    @Test
    void deliveries_turnPagesInPlace() {
        Page page = open(WIDE, ColorScheme.DARK);
        signIn(page, House.ACME_TOKEN);
        link(page, "Deliveries");
        page.evaluate("window.stillHere = true");

        page.getByRole(
                        AriaRole.LINK,
                        new Page.GetByRoleOptions().setName("Older").setExact(true))
                .click();
        page.waitForURL("**after=c24");
        assertThat(page.locator("#results")).containsText("k3w0025");
        Assertions.assertThat(page.evaluate("window.stillHere")).isEqualTo(true);

        page.goBack();
        assertThat(page.locator("#results")).containsText("k3w0001");
    }

    @ParameterizedTest
    @ValueSource(ints = {WIDE, NARROW})
    void destination_isMadeTriedAndDeleted(int width) {
        Page page = open(width, ColorScheme.DARK);
        signIn(page, House.ACME_TOKEN);
        link(page, "New webhook");
        page.getByLabel("URL").fill("nonsense");
        button(page, "Create destination");
        expectAfter(page, "must be an http or https URL");
        page.getByLabel("URL").fill("https://new.acme.test/in");
        button(page, "Create destination");
        assertThat(page.getByRole(AriaRole.STATUS)).containsText("The destination is ready.");

        button(page, "Send test event");
        assertThat(page.getByRole(AriaRole.STATUS)).containsText("The test event was delivered.");

        link(page, "Delete…");
        assertThat(page.locator("dialog")).isVisible();
        picture(page, "dialog-" + width);
        page.locator("dialog").getByText("Keep it").click();
        assertThat(page.locator("dialog")).not().isVisible();
        link(page, "Delete…");
        page.locator("dialog").getByText("Delete destination").click();
        page.waitForURL("**/destinations");
        assertThat(page.getByRole(AriaRole.STATUS)).containsText("The destination is deleted.");
    }

    /** The session ends while a page is open, and the visitor goes on clicking. */
    @Test
    void session_thatEnded_leadsToSignInAndBack() {
        Page page = open(WIDE, ColorScheme.LIGHT);
        signIn(page, House.OPERATOR_KEY);
        house.revokeAll();

        page.getByLabel("Tenant id").fill("globex");
        button(page, "Find");

        assertThat(page.getByText("Your session has ended")).isVisible();
        house.reset();
        page.getByLabel("Operator key or tenant token").fill(House.OPERATOR_KEY);
        button(page, "Sign in");
        page.waitForURL("**/portal/tenants?id=globex");
        assertThat(page.locator("#results")).containsText("globex");
    }

    /** The gateway goes away while a list is open, and comes back. */
    @Test
    void list_recovers() {
        Page page = open(WIDE, ColorScheme.LIGHT);
        signIn(page, House.OPERATOR_KEY);
        house.failing(true);
        button(page, "Find");
        assertThat(page.getByText("This list could not be loaded")).isVisible();
        expectComplaint("502");

        house.failing(false);
        link(page, "Try again");
        assertThat(page.locator("#results")).containsText("acme");
    }

    /** A receiver sends back markup; a topic is markup. */
    @Test
    void hostileText_staysText() {
        Page page = open(WIDE, ColorScheme.LIGHT);
        signIn(page, House.ACME_TOKEN);
        for (String path : List.of("/deliveries", "/deliveries/atm_hostile", "/destinations")) {
            page.navigate("/portal/tenants/acme" + path);
            assertThat(page).hasTitle(Pattern.compile(".* · Postern"));
        }
    }

    @Test
    void reading_needsNoScript() {
        Page page = open(NARROW, ColorScheme.DARK, false);
        signIn(page, House.ACME_TOKEN);
        link(page, "Deliveries");
        page.getByLabel("State").selectOption("failed");
        button(page, "Apply");
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Clear filters"))
                .click();
        page.getByRole(
                        AriaRole.LINK,
                        new Page.GetByRoleOptions().setName("Older").setExact(true))
                .click();
        page.locator("#results td.main a").first().click();
        assertThat(page.locator(".json").first()).containsText("\"alpha\": \"last\"");
    }

    /** The link from a mail, on a phone. */
    @Test
    void link_opensThePortal() {
        Page page = open(NARROW, ColorScheme.LIGHT);
        page.navigate("/portal/link/" + House.LINK_CODE);
        button(page, "Sign in and continue");
        page.waitForURL("**/portal/tenants/acme/destinations");
        button(page, "Sign out");
        assertThat(page.getByLabel("Operator key or tenant token")).isVisible();
    }

    private void expectAfter(Page page, String text) {
        assertThat(page.getByText(text)).isVisible();
        expectComplaint("422");
    }

    private static void link(Page page, String name) {
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true))
                .click();
    }

    private static void button(Page page, String name) {
        page.getByRole(
                        AriaRole.BUTTON,
                        new Page.GetByRoleOptions().setName(name).setExact(true))
                .click();
    }
}
