package dev.postern.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The portal as the jar serves it: what was published through the API is seen by people. */
class PortalIT {

    private static final Duration SOON = Duration.ofMinutes(1);
    private static final Pattern DELIVERY = Pattern.compile("href=\"(/portal/tenants/[^/\"]+/deliveries/[^\"?]+)\"");
    private static final Pattern LINK = Pattern.compile("value=\"([^\"]+/portal/link/[^\"]+)\"");

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

    /** An operator looks up what a receiver answered, sends the event once more, and goes home. */
    @Test
    void deliveredEvent_isSeenAndRetried() {
        try (Receiver receiver = Receiver.start()) {
            publish("acme", receiver.url());
            PortalVisitor operator = new PortalVisitor(jar.url());
            operator.signIn(jar.operatorKey());
            String detail = await().atMost(SOON)
                    .until(
                            () -> first(
                                    DELIVERY,
                                    operator.open("/portal/tenants/acme/deliveries")
                                            .body()),
                            address -> !address.isEmpty());

            assertThat(operator.open(detail).body())
                    .contains("order.created", "Delivered", "ok\\&quot;:true", "1.10", "Attempt 1");
            assertThat(operator.press(detail + "/retry").body()).contains("The retry is queued.");
            await().atMost(SOON).until(() -> receiver.received().size() == 2);
            await().atMost(SOON).until(() -> operator.open(detail).body().contains("Attempt 2"));

            operator.press("/portal/sign-out");
            assertThat(operator.open(detail).uri().getPath()).isEqualTo("/portal/sign-in");
        }
    }

    /** An operator mails a link to a customer, who opens it twice. */
    @Test
    void link_worksOnce() {
        createTenant("globex");
        PortalVisitor operator = new PortalVisitor(jar.url());
        operator.signIn(jar.operatorKey());
        operator.open("/portal/tenants/globex/destinations");
        String link = first(LINK, operator.press("/portal/tenants/globex/link").body());
        assertThat(link).startsWith(jar.url() + "/portal/link/");

        PortalVisitor customer = new PortalVisitor(jar.url());
        customer.open(link);
        HttpResponse<String> inside = customer.press(link);
        assertThat(inside.uri().getPath()).isEqualTo("/portal/tenants/globex/destinations");
        assertThat(inside.body()).contains("No destinations yet").doesNotContain("All deliveries");

        PortalVisitor second = new PortalVisitor(jar.url());
        second.open(link);
        HttpResponse<String> late = second.press(link);
        assertThat(late.statusCode()).isEqualTo(410);
        assertThat(late.body()).contains("This link no longer works");
    }

    /** A key from another installation. */
    @Test
    void wrongKey_isRefused() {
        PortalVisitor visitor = new PortalVisitor(jar.url());

        HttpResponse<String> refused = visitor.signIn("not-the-key");

        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.body()).contains("This key or token is not valid");
        assertThat(visitor.open("/portal/tenants").uri().getPath()).isEqualTo("/portal/sign-in");
    }

    /** What a browser is told to run, load and keep. */
    @Test
    void pages_runNothingFromElsewhere() {
        HttpResponse<String> page = new PortalVisitor(jar.url()).open("/portal/sign-in");

        assertThat(page.headers().firstValue("content-security-policy"))
                .hasValueSatisfying(policy ->
                        assertThat(policy).contains("default-src 'none'").doesNotContain("unsafe"));
        assertThat(page.headers().firstValue("cache-control"))
                .hasValueSatisfying(value -> assertThat(value).contains("no-store"));
    }

    private static void publish(String tenant, String url) {
        createTenant(tenant);
        assertThat(jar.client()
                        .execute("""
                                mutation($tenant: ID!, $config: StringMap) {
                                  createDestination(
                                    input: {tenantId: $tenant, type: "webhook", topics: ["order.created"], config: $config}
                                  ) { userErrors { message } }
                                }
                                """, Map.of("tenant", tenant, "config", Map.of("url", url)))
                        .list("createDestination.userErrors"))
                .isEmpty();
        var event = Map.of("tenantId", tenant, "topic", "order.created", "rawData", "{\"total\": 1.10}");
        List<?> destinations = jar.client()
                .execute(
                        "mutation($input: PublishEventInput!) { publishEvent(input: $input) { destinationIds } }",
                        Map.of("input", event))
                .list("publishEvent.destinationIds");
        assertThat(destinations).hasSize(1);
    }

    private static void createTenant(String id) {
        jar.client().execute("mutation($id: ID!) { upsertTenant(input: {id: $id}) { created } }", Map.of("id", id));
    }

    private static String first(Pattern pattern, String page) {
        Matcher found = pattern.matcher(page);
        return found.find() ? found.group(1) : "";
    }
}
