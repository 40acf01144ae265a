package dev.postern.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The process dies, or is told to stop; what it acknowledged is still delivered and logged. */
class CrashIT {

    private static final Duration RECOVERY = Duration.ofMinutes(3);
    private static final int EVENTS = 200;

    @TempDir
    Path folder;

    /** A power cut or the kernel's OOM killer, right after the publisher got its answers. */
    @Test
    void killBetweenPublishAndLog_thenRestart_deliversAndLogsEveryEvent() {
        try (Receiver receiver = Receiver.start()) {
            try (JarProcess jar = JarProcess.serve(folder, Map.of())) {
                prepare(jar.client(), receiver);
                publish(jar.client());
                jar.kill();
            }
            try (JarProcess jar = JarProcess.serve(folder, Map.of())) {
                awaitAllLogged(jar.client());
                assertThat(receivedIds(receiver)).isEqualTo(expectedIds());
                assertThat(jar.terminate()).isIn(0, 143);
            }
        }
    }

    /** A rolling deployment: SIGTERM while deliveries are under way. Here nothing may be delivered twice. */
    @Test
    void terminateUnderLoad_thenRestart_deliversEveryEventOnce() {
        try (Receiver receiver = Receiver.start()) {
            try (JarProcess jar = JarProcess.serve(folder, Map.of())) {
                prepare(jar.client(), receiver);
                publish(jar.client());
                assertThat(jar.terminate()).isIn(0, 143);
            }
            try (JarProcess jar = JarProcess.serve(folder, Map.of())) {
                awaitAllLogged(jar.client());
                assertThat(receivedIds(receiver)).isEqualTo(expectedIds());
                assertThat(receiver.received()).hasSize(EVENTS);
            }
        }
    }

    /** An operator starts a second copy by mistake. */
    @Test
    void secondProcessOnTheSameData_isRefusedAndTheFirstGoesOn() {
        try (JarProcess first = JarProcess.serve(folder, Map.of())) {
            JarProcess.Finished second;
            try (JarProcess jar = JarProcess.launch(folder, Map.of())) {
                second = jar.awaitEnd();
            }
            assertThat(second.status()).isEqualTo(1);
            assertThat(second.output()).contains("data").contains("in use");
            assertThat(first.client().execute("{ viewer { kind } }").text("viewer.kind"))
                    .isEqualTo("OPERATOR");
        }
    }

    private static void prepare(GraphQlClient client, Receiver receiver) {
        client.execute("mutation { upsertTenant(input: {id: \"acme\"}) { created } }");
        client.execute("""
                mutation($config: StringMap) {
                  createDestination(input: {tenantId: "acme", type: "webhook", topics: ["*"], config: $config}) {
                    userErrors { message }
                  }
                }
                """, Map.of("config", Map.of("url", receiver.url())));
    }

    private static void publish(GraphQlClient client) {
        List<Map<String, Object>> input = IntStream.range(0, EVENTS)
                .mapToObj(i -> Map.<String, Object>of(
                        "id", "evt_" + i, "tenantId", "acme", "topic", "t", "rawData", "{\"i\":" + i + "}"))
                .toList();
        var result = client.execute(
                "mutation($input: [PublishEventInput!]!) { publishEvents(input: $input) { destinationIds } }",
                Map.of("input", input));
        for (int i = 0; i < EVENTS; i++) {
            assertThat(result.list("publishEvents." + i + ".destinationIds")).hasSize(1);
        }
    }

    private static void awaitAllLogged(GraphQlClient client) {
        await().atMost(RECOVERY).pollInterval(Duration.ofSeconds(1)).untilAsserted(() -> {
            var page = client.execute("{ deliveries(first: 1000) { nodes { eventId status } } }");
            Set<String> logged = new HashSet<>();
            for (Object node : page.list("deliveries.nodes")) {
                logged.add(String.valueOf(((Map<?, ?>) node).get("eventId")));
                assertThat(((Map<?, ?>) node).get("status")).isEqualTo("SUCCESS");
            }
            assertThat(logged).isEqualTo(expectedIds());
        });
    }

    private static Set<String> receivedIds(Receiver receiver) {
        return receiver.received().stream()
                .map(r -> r.header("x-outpost-event-id"))
                .collect(Collectors.toSet());
    }

    private static Set<String> expectedIds() {
        return IntStream.range(0, EVENTS).mapToObj(i -> "evt_" + i).collect(Collectors.toSet());
    }
}
