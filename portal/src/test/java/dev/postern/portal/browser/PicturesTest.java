package dev.postern.portal.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.postern.portal.fixture.House;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Opens every page as it looks wide and narrow, by day and by night, and keeps a picture of each. */
class PicturesTest extends BrowserTest {

    @ParameterizedTest
    @CsvSource({"1280, LIGHT", "1280, DARK", "390, LIGHT", "390, DARK"})
    void everyPage_fitsItsScreen(int width, ColorScheme scheme) {
        String suffix = "-" + width + "-" + scheme.name().toLowerCase(Locale.ROOT);
        Page page = open(width, scheme);
        page.navigate("/portal/link/" + House.LINK_CODE);
        check(page, "link" + suffix);
        page.navigate("/portal/");
        check(page, "sign-in" + suffix);
        signIn(page, House.OPERATOR_KEY);
        page.waitForURL("**/portal/tenants");
        for (Map.Entry<String, String> entry : pages().entrySet()) {
            page.navigate(entry.getValue());
            check(page, entry.getKey() + suffix);
        }
        page.navigate("/portal/tenants/acme/destinations");
        page.getByText("Portal link").click();
        page.waitForURL("**/link");
        check(page, "tenant-link" + suffix);
        page.navigate("/portal/nowhere");
        check(page, "nowhere" + suffix);
        expectComplaint("404");
        house.failing(true);
        page.navigate("/portal/tenants/acme/deliveries");
        check(page, "deliveries-failed" + suffix);
        expectComplaint("502");
    }

    private void check(Page page, String name) {
        picture(page, name);
        assertFits(page);
    }

    /** An id with a colon travels in base 64. */
    private static String letter() {
        return "~" + Base64.getUrlEncoder().withoutPadding().encodeToString("delivery:1764547200000-0".getBytes(UTF_8));
    }

    private static Map<String, String> pages() {
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("tenants", "/portal/tenants");
        pages.put("tenants-nomatch", "/portal/tenants?id=nobody");
        pages.put("tenant-new", "/portal/new-tenant");
        pages.put("destinations", "/portal/tenants/acme/destinations");
        pages.put("destinations-nothing", "/portal/tenants/empty/destinations");
        pages.put("destination", "/portal/tenants/acme/destinations/des_failing");
        pages.put("destination-new", "/portal/tenants/acme/new-destination");
        pages.put("destination-delete", "/portal/tenants/acme/destinations/des_failing/delete");
        pages.put("deliveries", "/portal/tenants/acme/deliveries");
        pages.put("deliveries-all", "/portal/deliveries");
        pages.put("deliveries-nomatch", "/portal/tenants/acme/deliveries?code=418&status=failed");
        pages.put("deliveries-nothing", "/portal/tenants/empty/deliveries");
        pages.put("delivery", "/portal/tenants/acme/deliveries/atm_01jq2m7v9x4c8r6t0n5k3w0002");
        pages.put("delivery-unanswered", "/portal/tenants/acme/deliveries/atm_01jq2m7v9x4c8r6t0n5k3w0006");
        pages.put("dead-letters", "/portal/dead-letters/delivery");
        pages.put("dead-letters-nothing", "/portal/dead-letters/log");
        pages.put("dead-letter", "/portal/dead-letters/delivery/" + letter());
        pages.put("destination-disabled", "/portal/tenants/acme/destinations/des_off");
        return pages;
    }
}
