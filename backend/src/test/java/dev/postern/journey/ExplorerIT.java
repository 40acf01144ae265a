package dev.postern.journey;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody tries the schema in a browser: GraphiQL as the jar serves it, with nothing from elsewhere. */
class ExplorerIT {

    private static final Duration SOON = Duration.ofMinutes(1);
    private static final double PATIENCE = SOON.toMillis();

    @TempDir
    static Path folder;

    private static JarProcess jar;

    @BeforeAll
    static void start() {
        jar = JarProcess.serve(folder, Map.of());
    }

    @AfterAll
    static void stop() {
        jar.close();
    }

    @Test
    void graphiql_answersReadsTheSchemaAndWatches() {
        try (Playwright playwright = Playwright.create();
                Browser browser = playwright.chromium().launch(options())) {
            List<String> complaints = new CopyOnWriteArrayList<>();
            Page page = browser.newPage();
            page.setDefaultTimeout(PATIENCE);
            page.onConsoleMessage(message -> complain(message, complaints));
            page.onRequest(request -> {
                if (!request.url().startsWith(jar.url()) && !request.url().startsWith("data:")) {
                    complaints.add("asked " + request.url());
                }
            });
            page.navigate(jar.url() + "/graphiql");
            page.locator("#key").fill(jar.operatorKey());
            page.keyboard().press("Enter");
            page.getByLabel("Show Documentation Explorer").click();
            assertThat(page.locator(".graphiql-doc-explorer")).containsText("query: Query");

            run(page, "{ viewer { kind } }", "\"OPERATOR\"");
            run(page, "{ nothing }", "BAD_USER_INPUT");
            run(page, "subscription { replayProgressed(id: \"rpl_none\") { status } }", "NOT_FOUND");

            page.getByLabel("Open settings dialog").click();
            assertThat(page.getByRole(AriaRole.DIALOG)).containsText("Theme");
            page.keyboard().press("Escape");
            assertThat(page.getByRole(AriaRole.DIALOG)).hasCount(0);

            assertThat((String) page.evaluate("JSON.stringify(localStorage) + JSON.stringify(sessionStorage)"))
                    .doesNotContain(jar.operatorKey());
            page.screenshot(new Page.ScreenshotOptions().setPath(Path.of("target", "screenshots", "graphiql.png")));
            assertThat(complaints).isEmpty();
        }
    }

    /** Numbers of any length are shown as they came. */
    @Test
    void graphiql_keepsEveryDigit() {
        GraphQlClient client = jar.client();
        try (Receiver receiver = Receiver.start();
                Playwright playwright = Playwright.create();
                Browser browser = playwright.chromium().launch(options())) {
            client.execute("mutation { upsertTenant(input: {id: \"digits\"}) { created } }");
            client.execute("""
                    mutation { createDestination(input: {tenantId: "digits", type: "webhook", topics: ["*"],
                      config: {url: "%s"}}) { userErrors { message } } }""".formatted(receiver.url()));
            client.execute("""
                    mutation { publishEvent(input: {tenantId: "digits", topic: "paid", data: {total: 1.10}}) { eventId } }""");
            await().atMost(SOON)
                    .until(() -> !client.execute("{ deliveries { nodes { id } } }")
                            .list("deliveries.nodes")
                            .isEmpty());
            Page page = browser.newPage();
            page.setDefaultTimeout(PATIENCE);
            page.navigate(jar.url() + "/graphiql");
            page.locator("#key").fill(jar.operatorKey());
            page.keyboard().press("Enter");

            run(page, "{ deliveries { nodes { event { data } } } }", "\"total\": 1.10");
        }
    }

    /** Whoever has seen enough: the connection ends, and with it the place that it took, though nothing more comes. */
    @Test
    void graphiql_stopsASubscription() {
        try (Playwright playwright = Playwright.create();
                Browser browser = playwright.chromium().launch(options())) {
            Page page = browser.newPage();
            page.setDefaultTimeout(PATIENCE);
            List<String> ended = new CopyOnWriteArrayList<>();
            page.onRequestFailed(request -> ended.add(request.url()));
            page.navigate(jar.url() + "/graphiql");
            page.locator("#key").fill(jar.operatorKey());
            page.keyboard().press("Enter");
            type(page, "subscription { eventLogged { id } }");
            page.waitForResponse(
                    response ->
                            response.headers().getOrDefault("content-type", "").startsWith("text/event-stream"),
                    () -> page.keyboard().press("Control+Enter"));
            assertThat(ended).isEmpty();

            page.locator(".graphiql-execute-button").click();

            page.waitForCondition(() -> ended.contains(jar.url() + "/graphql"));
        }
    }

    /** What else is in the jar that GraphiQL comes in. */
    @Test
    void jarsOwnPages_areNotServed() throws IOException, InterruptedException {
        for (String path : List.of("/graphql-ui/index.html", "/graphql-ui/render.js", "/graphiql/render.js")) {
            var response = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(URI.create(jar.url() + path)).build(), BodyHandlers.ofString());
            assertThat(response.statusCode()).as(path).isEqualTo(404);
        }
    }

    private static void run(Page page, String query, String answer) {
        type(page, query);
        page.keyboard().press("Control+Enter");
        assertThat(page.locator(".result-window"))
                .containsText(answer, new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE));
    }

    private static void type(Page page, String query) {
        page.locator(".graphiql-query-editor .CodeMirror").first().click();
        page.keyboard().press("ControlOrMeta+A");
        page.keyboard().insertText(query);
    }

    /** A refusal that the journey asks for is no fault of the page. */
    private static void complain(ConsoleMessage message, List<String> complaints) {
        if (message.type().equals("error") && !message.text().contains("Failed to load resource")) {
            complaints.add(message.text());
        }
    }

    private static BrowserType.LaunchOptions options() {
        Optional<Path> chromium = Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
        if (chromium.isEmpty()) {
            System.err.println("*** NOT RUN: GraphiQL's test needs Chromium (apt-get install chromium) ***");
        }
        Assumptions.assumeTrue(chromium.isPresent(), "Chromium is not installed");
        return new BrowserType.LaunchOptions()
                .setExecutablePath(chromium.orElseThrow())
                .setArgs(List.of("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"));
    }
}
