package dev.postern.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.json.Json;
import dev.postern.json.RawJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Publish, deliver, read back: on embedded stores, from outside the process. */
class MainJobIT {

    private static final Duration SOON = Duration.ofMinutes(1);
    private static final Path WEBHOOKS = Path.of("../../shared/data/github-webhooks.ndjson");

    @TempDir
    static Path folder;

    private static JarProcess jar;
    private static GraphQlClient operator;

    @BeforeAll
    static void start() {
        jar = JarProcess.serve(folder, Map.of());
        operator = jar.client();
    }

    @AfterAll
    static void stop() {
        jar.close();
    }

    /** A platform's first event: the receiver gets the bytes and a signature that its secret verifies. */
    @Test
    void publishEvent_isDeliveredSignedAndReadBack() throws Exception {
        try (Receiver receiver = Receiver.start()) {
            createTenant("acme");
            String destination = createWebhook("acme", receiver.url());
            String payload = "{ \"amount\": 1.10, \"big\": 1e400, \"name\": \"J\u00fcrgen \ud83d\ude80\" }";
            publishText("acme", "order.created", payload);

            await().atMost(SOON).until(() -> receiver.received().size() == 1);
            Receiver.Received received = receiver.received().getFirst();
            assertThat(received.text()).isEqualTo(payload);
            assertThat(received.header("x-outpost-topic")).isEqualTo("order.created");
            assertThat(received.header("x-outpost-signature"))
                    .isEqualTo("v0=" + hmac(secretOf("acme", destination), payload));

            var page = awaitDeliveries("acme", 1);
            assertThat(page.text("deliveries.nodes.0.status")).isEqualTo("SUCCESS");
            assertThat(page.text("deliveries.nodes.0.code")).isEqualTo("200");
            assertThat(page.text("deliveries.nodes.0.event.rawData")).isEqualTo(payload);
            assertThat(page.text("deliveries.nodes.0.destination.target")).isEqualTo(receiver.url());
            assertThat(page.at("deliveries.nodes.0.response.body")).isEqualTo("{\"ok\":true}");
        }
    }

    /** Real payloads of a large platform, as value and as text: what is published is what arrives and is logged. */
    @Test
    void githubWebhooks_arriveAndAreLoggedByteForByte() throws IOException {
        if (!Files.exists(WEBHOOKS)) {
            System.err.println("SKIPPED: " + WEBHOOKS + " is absent: real webhook payloads were not sent through");
            org.junit.jupiter.api.Assumptions.abort("no webhook payloads");
        }
        try (Receiver receiver = Receiver.start()) {
            createTenant("github");
            createWebhook("github", receiver.url());
            var published = new HashMap<String, String>();
            var inputs = new ArrayList<Map<String, @Nullable Object>>();
            int line = 0;
            for (String text : Files.readAllLines(WEBHOOKS)) {
                Map<String, @Nullable Object> webhook = Json.parseObject(text, "data");
                String raw = ((RawJson) java.util.Objects.requireNonNull(webhook.get("data"))).text();
                String compact = Json.write(Json.parse(raw));
                String topic = String.valueOf(webhook.get("topic"));
                inputs.add(input("gh_text_" + line, topic, "rawData", raw));
                inputs.add(input("gh_value_" + line, topic, "data", new RawJson(raw)));
                published.put("gh_text_" + line, raw);
                published.put("gh_value_" + line, compact);
                line++;
            }
            for (int from = 0; from < inputs.size(); from += 50) {
                publishAll(inputs.subList(from, Math.min(from + 50, inputs.size())));
            }

            await().atMost(Duration.ofMinutes(3))
                    .until(() -> receiver.received().size() >= published.size());
            var arrived = new HashMap<String, String>();
            receiver.received().forEach(r -> arrived.put(r.header("x-outpost-event-id"), r.text()));
            assertThat(arrived).isEqualTo(published);
            assertThat(receiver.received()).hasSize(published.size());
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(logged("github")).isEqualTo(published));
        }
    }

    /** A platform that retries its own request after a lost answer. */
    @Test
    void publishEvent_twice_isDeliveredOnce() {
        try (Receiver receiver = Receiver.start()) {
            createTenant("twice");
            createWebhook("twice", receiver.url());
            var event = input("evt_same", "order.created", "data", Map.of("n", 1L));
            event.put("tenantId", "twice");
            var first = publish(event);
            var second = publish(event);

            assertThat(first.at("publishEvent.duplicate")).isEqualTo(false);
            assertThat(second.at("publishEvent.duplicate")).isEqualTo(true);
            awaitDeliveries("twice", 1);
            assertThat(receiver.received()).hasSize(1);
        }
    }

    /** A receiver that was down: the person who mended it presses Retry and does not wait for the schedule. */
    @Test
    void retryDelivery_makesAnotherAttempt() {
        try (Receiver receiver = Receiver.start()) {
            receiver.answerWith(503);
            createTenant("retry");
            createWebhook("retry", receiver.url());
            publishText("retry", "order.created", "{\"n\":1}");
            var failed = awaitDeliveries("retry", 1);
            assertThat(failed.text("deliveries.nodes.0.status")).isEqualTo("FAILED");
            assertThat(failed.at("deliveries.nodes.0.nextRetryAt")).isNotNull();

            receiver.answerWith(200);
            var retried = operator.execute(
                    "mutation($id: ID!) { retryDelivery(input: {id: $id, tenantId: \"retry\"}) { eventId userErrors { message } } }",
                    Map.of("id", failed.text("deliveries.nodes.0.id")));
            assertThat(retried.list("retryDelivery.userErrors")).isEmpty();

            var page = awaitDeliveries("retry", 2);
            assertThat(page.text("deliveries.nodes.0.status")).isEqualTo("SUCCESS");
            assertThat(page.at("deliveries.nodes.0.manual")).isEqualTo(true);
            assertThat(page.at("deliveries.nodes.0.attemptNumber")).isEqualTo(2L);
            assertThat(page.at("deliveries.nodes.1.nextRetryAt")).isNull();
        }
    }

    private static void createTenant(String id) {
        operator.execute("mutation($id: ID!) { upsertTenant(input: {id: $id}) { created } }", Map.of("id", id));
    }

    private static String createWebhook(String tenant, String url) {
        var created = operator.execute("""
                mutation($tenant: ID!, $config: StringMap) {
                  createDestination(input: {tenantId: $tenant, type: "webhook", topics: ["*"], config: $config}) {
                    destination { id } userErrors { field message }
                  }
                }
                """, Map.of("tenant", tenant, "config", Map.of("url", url)));
        assertThat(created.list("createDestination.userErrors")).isEmpty();
        return created.text("createDestination.destination.id");
    }

    private static String secretOf(String tenant, String destination) {
        return operator.execute("""
                        mutation($tenant: ID!, $id: ID!) {
                          revealDestinationCredentials(input: {tenantId: $tenant, id: $id}) { credentials }
                        }
                        """, Map.of("tenant", tenant, "id", destination))
                .text("revealDestinationCredentials.credentials.secret");
    }

    private static void publishText(String tenant, String topic, String payload) {
        var event = input("evt_" + tenant, topic, "rawData", payload);
        event.put("tenantId", tenant);
        assertThat(publish(event).list("publishEvent.destinationIds")).hasSize(1);
    }

    private static GraphQlClient.Result publish(Map<String, @Nullable Object> input) {
        return operator.execute(
                "mutation($input: PublishEventInput!) { publishEvent(input: $input) { eventId duplicate destinationIds userErrors { field message } } }",
                Map.of("input", input));
    }

    private static void publishAll(List<Map<String, @Nullable Object>> inputs) {
        var result = operator.execute(
                "mutation($input: [PublishEventInput!]!) { publishEvents(input: $input) { eventId userErrors { field message } } }",
                Map.of("input", inputs));
        for (int i = 0; i < inputs.size(); i++) {
            assertThat(result.list("publishEvents." + i + ".userErrors")).isEmpty();
        }
    }

    private static Map<String, @Nullable Object> input(String id, String topic, String field, Object payload) {
        var input = new LinkedHashMap<String, @Nullable Object>();
        input.put("id", id);
        input.put("tenantId", "github");
        input.put("topic", topic);
        input.put(field, payload);
        return input;
    }

    private static GraphQlClient.Result awaitDeliveries(String tenant, int count) {
        var query = """
                query($filter: DeliveryFilter) {
                  deliveries(filter: $filter) {
                    nodes {
                      id status code attemptNumber manual response nextRetryAt
                      event { id topic rawData }
                      destination { target }
                    }
                  }
                }
                """;
        Map<String, @Nullable Object> variables = Map.of("filter", Map.of("tenantIds", List.of(tenant)));
        await().atMost(SOON)
                .until(() -> operator.execute(query, variables)
                                .list("deliveries.nodes")
                                .size()
                        == count);
        return operator.execute(query, variables);
    }

    /** Every event of the tenant in the log, page by page, its payload by its id. */
    private static Map<String, String> logged(String tenant) {
        var all = new HashMap<String, String>();
        String after = null;
        do {
            var variables = new HashMap<String, @Nullable Object>();
            variables.put("filter", Map.of("tenantIds", List.of(tenant)));
            variables.put("after", after);
            var page = operator.execute("""
                    query($filter: EventFilter, $after: String) {
                      events(filter: $filter, first: 100, after: $after) {
                        nodes { id rawData }
                        pageInfo { hasNextPage endCursor }
                      }
                    }
                    """, variables);
            for (Object node : page.list("events.nodes")) {
                var event = (Map<?, ?>) node;
                all.put(String.valueOf(event.get("id")), String.valueOf(event.get("rawData")));
            }
            after = Boolean.TRUE.equals(page.at("events.pageInfo.hasNextPage"))
                    ? page.text("events.pageInfo.endCursor")
                    : null;
        } while (after != null);
        return all;
    }

    private static String hmac(String secret, String body) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        return java.util.HexFormat.of().formatHex(mac.doFinal(body.getBytes(StandardCharsets.UTF_8)));
    }
}
