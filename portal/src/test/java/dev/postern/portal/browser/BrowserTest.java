package dev.postern.portal.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.postern.portal.fixture.PortalTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/**
 * A journey in a real Chromium. Whatever the journey, its pages fit the screen, log no error and ask no other host for
 * anything.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BrowserTest extends PortalTest {

    static final int WIDE = 1280;
    static final int NARROW = 390;

    private static final Path SCREENSHOTS = Path.of("target", "screenshots");

    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private @Nullable Playwright playwright;
    private @Nullable Browser browser;
    private @Nullable BrowserContext context;

    @BeforeAll
    void launch() {
        Optional<Path> chromium = Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
        if (chromium.isEmpty()) {
            System.err.println("*** NOT RUN: the portal's browser tests need Chromium (apt-get install chromium) ***");
        }
        Assumptions.assumeTrue(chromium.isPresent(), "Chromium is not installed");
        playwright = Playwright.create();
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium.orElseThrow())
                        .setArgs(List.of(
                                "--no-sandbox",
                                "--disable-gpu",
                                "--disable-quic",
                                "--no-first-run",
                                "--disable-background-networking",
                                "--disable-component-update",
                                "--disable-sync")));
    }

    @AfterAll
    void quit() {
        if (playwright != null) {
            playwright.close();
        }
    }

    @AfterEach
    void leave() {
        if (context != null) {
            context.pages().forEach(BrowserTest::assertFits);
            context.close();
            context = null;
        }
        assertThat(complaints).as("console errors and requests to other hosts").isEmpty();
        complaints.clear();
    }

    final Page open(int width, ColorScheme scheme) {
        return open(width, scheme, true);
    }

    final Page open(int width, ColorScheme scheme, boolean script) {
        Browser launched = Objects.requireNonNull(browser);
        context = launched.newContext(new Browser.NewContextOptions()
                .setBaseURL("http://localhost:" + port)
                .setViewportSize(width, width == WIDE ? 860 : 844)
                .setColorScheme(scheme)
                .setJavaScriptEnabled(script));
        Page page = context.newPage();
        page.onConsoleMessage(message -> {
            if ("error".equals(message.type()) || "warning".equals(message.type())) {
                complaints.add(message.text() + " at " + page.url());
            }
        });
        page.onPageError(complaints::add);
        page.onRequest(request -> {
            if (!request.url().startsWith("http://localhost:" + port + "/portal")) {
                complaints.add("request to " + request.url());
            }
        });
        return page;
    }

    /** Failures that a journey brings about on purpose are in the console too. */
    final void expectComplaint(String part) {
        assertThat(complaints).isNotEmpty().allMatch(complaint -> complaint.contains(part));
        complaints.clear();
    }

    /** Nothing makes the page scroll sideways, and nothing is cut off at its right edge. */
    static void assertFits(Page page) {
        Object wide = page.evaluate("""
                () => [...document.querySelectorAll("body *")]
                  .filter(element => element.getBoundingClientRect().right > innerWidth + 0.5)
                  .filter(element => !element.closest(".tabs, .json, .clip, .hide, .skip"))
                  .map(element => element.outerHTML.slice(0, 120))""");
        assertThat(wide).as("wider than %s", page.url()).isEqualTo(List.of());
        assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                .as("%s fits", page.url())
                .isEqualTo(true);
    }

    final void signIn(Page page, String credential) {
        page.navigate("/portal/");
        page.getByLabel("Operator key or tenant token").fill(credential);
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Sign in"))
                .click();
    }

    final void picture(Page page, String name) {
        page.screenshot(new Page.ScreenshotOptions()
                .setPath(SCREENSHOTS.resolve(name + ".png"))
                .setFullPage(true));
    }
}
