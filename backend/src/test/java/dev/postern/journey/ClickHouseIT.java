package dev.postern.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.migrations.ClickHouseTarget;
import dev.postern.migrations.PostgresUrl;
import dev.postern.redis.RedisSettings;
import dev.postern.servers.TestClickHouse;
import dev.postern.servers.TestPostgres;
import dev.postern.servers.TestRedis;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator's own Redis and ClickHouse: migrated by command, served, and without ClickHouse for a while. */
class ClickHouseIT {

    private static final Duration SOON = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    /** Outpost's environment as it was, both stores named: the log comes to lie in ClickHouse, and is read from there. */
    @Test
    void publishDeliverAndReadBack_withBothStoresNamed() {
        ClickHouseTarget clickHouse = TestClickHouse.emptyDatabase("dp");
        PostgresUrl postgres = TestPostgres.emptyDatabase();
        Map<String, String> servers = servers(clickHouse, clickHouse.host() + ":" + clickHouse.port());
        servers.put(
                "POSTGRES_URL",
                "postgres://%s:%s@%s:%d/%s?sslmode=disable"
                        .formatted(
                                postgres.user(),
                                postgres.password(),
                                postgres.host(),
                                postgres.port(),
                                postgres.database()));
        servers.put("CLICKHOUSE_LOG_RETENTION_TTL_DAYS", "30");

        try (JarProcess early = JarProcess.launch(folder, servers)) {
            var refused = early.awaitEnd();
            assertThat(refused.status()).isEqualTo(1);
            assertThat(refused.output()).contains("migrate apply");
        }
        var plan = JarProcess.run(folder, servers, "migrate", "plan");
        assertThat(plan.status()).isZero();
        assertThat(plan.output()).contains("clickhouse").doesNotContain("postgres");
        assertThat(JarProcess.run(folder, servers, "migrate", "apply").status()).isZero();
        assertThat(JarProcess.run(folder, servers, "migrate", "verify").status())
                .isZero();
        assertThat(TestPostgres.query(postgres, "select relname from pg_class where relname = 'events'"))
                .isEmpty();
        assertThat(JarProcess.run(folder, servers, "config").output())
                .contains("History is kept in ClickHouse at")
                .contains("POSTGRES_URL is not used");

        try (Receiver receiver = Receiver.start();
                JarProcess jar = JarProcess.serve(folder, servers)) {
            await().atMost(SOON)
                    .untilAsserted(() ->
                            assertThat(jar.log()).contains("in ClickHouse at").contains("POSTGRES_URL is not used"));
            var client = new GraphQlClient(jar.url(), "the-operators-key");
            prepare(client, receiver);
            publish(client, "evt_1", "{ \"n\": 1.10 }");

            awaitLogged(client, Set.of("evt_1"));
            assertThat(receiver.received().getFirst().text()).isEqualTo("{ \"n\": 1.10 }");
            var page =
                    client.execute("{ deliveries { nodes { status code event { rawData } destination { target } } } }");
            assertThat(page.text("deliveries.nodes.0.status")).isEqualTo("SUCCESS");
            assertThat(page.text("deliveries.nodes.0.event.rawData")).isEqualTo("{ \"n\": 1.10 }");
            assertThat(page.text("deliveries.nodes.0.destination.target")).isEqualTo(receiver.url());
            var counted = client.execute("""
                    { deliveryMetrics(time: {start: "2026-01-01T00:00:00Z", end: "2100-01-01T00:00:00Z"}) {
                        points { count successCount } } }""");
            assertThat(counted.list("deliveryMetrics.points")).hasToString("[{count=1, successCount=1}]");
            assertThat(TestClickHouse.query(
                            clickHouse, "select event_id from `%sevents`".formatted(prefix(clickHouse))))
                    .isEqualTo("evt_1\n");
            await().atMost(SOON)
                    .until(() -> TestClickHouse.query(
                                    clickHouse,
                                    "select count() from system.tables where database = currentDatabase()"
                                            + " and engine_full like '%toIntervalDay(30)%'")
                            .equals("2\n"));
            assertThat(folder.resolve("data")).doesNotExist();
        }
    }

    /** ClickHouse restarts for an upgrade while events come in: readers are told so, and nothing is lost. */
    @Test
    void clickHouseOutOfReach_isToldAndLosesNothing() throws Exception {
        ClickHouseTarget clickHouse = TestClickHouse.emptyDatabase("dp");
        try (Relay relay = Relay.to(clickHouse);
                Receiver receiver = Receiver.start()) {
            Map<String, String> servers = servers(clickHouse, "http://127.0.0.1:" + relay.port());
            servers.put("LOG_BATCH_THRESHOLD_SECONDS", "1");
            assertThat(JarProcess.run(folder, servers, "migrate", "apply").status())
                    .isZero();
            try (JarProcess jar = JarProcess.serve(folder, servers)) {
                var client = new GraphQlClient(jar.url(), "the-operators-key");
                prepare(client, receiver);
                publish(client, "evt_before", "{}");
                awaitLogged(client, Set.of("evt_before"));

                relay.cut();
                publish(client, "evt_during", "{}");
                await().atMost(SOON).until(() -> receiver.received().size() == 2);
                await().atMost(SOON).until(() -> health(jar) == 503);
                assertThat(String.valueOf(client.answer("{ deliveries { nodes { id } } }", Map.of())))
                        .contains("UNAVAILABLE")
                        .doesNotContain("INTERNAL");

                relay.mend();
                await().atMost(SOON).until(() -> health(jar) == 200);
                publish(client, "evt_after", "{}");
                awaitLogged(client, Set.of("evt_before", "evt_during", "evt_after"));
                assertThat(receiver.received()).hasSize(3);
            }
        }
    }

    private static void prepare(GraphQlClient client, Receiver receiver) {
        client.execute("mutation { upsertTenant(input: {id: \"acme\"}) { created } }");
        var created = client.execute("""
                mutation($config: StringMap) {
                  createDestination(input: {tenantId: "acme", type: "webhook", topics: ["*"], config: $config}) {
                    userErrors { message }
                  }
                }
                """, Map.of("config", Map.of("url", receiver.url())));
        assertThat(created.list("createDestination.userErrors")).isEmpty();
    }

    private static void publish(GraphQlClient client, String id, String data) {
        var result = client.execute(
                "mutation($input: PublishEventInput!) { publishEvent(input: $input) { destinationIds } }",
                Map.of("input", Map.of("id", id, "tenantId", "acme", "topic", "t", "rawData", data)));
        assertThat(result.list("publishEvent.destinationIds")).hasSize(1);
    }

    private static void awaitLogged(GraphQlClient client, Set<String> expected) {
        await().atMost(SOON).untilAsserted(() -> {
            List<?> nodes = client.execute("{ deliveries(first: 100) { nodes { eventId status } } }")
                    .list("deliveries.nodes");
            assertThat(nodes)
                    .extracting(node -> String.valueOf(((Map<?, ?>) node).get("eventId")))
                    .containsExactlyInAnyOrderElementsOf(expected);
        });
    }

    private static int health(JarProcess jar) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                            HttpRequest.newBuilder(URI.create(jar.url() + "/healthz"))
                                    .build(),
                            BodyHandlers.ofString())
                    .statusCode();
        }
    }

    private static Map<String, String> servers(ClickHouseTarget clickHouse, String address) {
        RedisSettings redis = TestRedis.settings();
        var environment = new HashMap<String, String>();
        environment.put("REDIS_HOST", redis.host());
        environment.put("REDIS_PORT", Integer.toString(redis.port()));
        environment.put("DEPLOYMENT_ID", Objects.requireNonNull(redis.deploymentId()));
        environment.put("CLICKHOUSE_ADDR", address);
        environment.put("CLICKHOUSE_USERNAME", clickHouse.user());
        environment.put("CLICKHOUSE_PASSWORD", clickHouse.password());
        environment.put("CLICKHOUSE_DATABASE", clickHouse.database());
        environment.put("POSTERN_ALLOW_PRIVATE_DESTINATIONS", "true");
        environment.put("LOG_BATCH_THRESHOLD_SECONDS", "1");
        environment.put("API_KEY", "the-operators-key");
        environment.put("API_JWT_SECRET", "a-secret-for-tokens");
        environment.put("AES_ENCRYPTION_SECRET", "a-secret-for-credentials");
        return environment;
    }

    /** The deployment is Redis's, not the one that the empty database was asked for. */
    private static String prefix(ClickHouseTarget clickHouse) {
        return TestClickHouse.query(
                        clickHouse,
                        "select replaceRegexpOne(name, 'events$', '') from system.tables"
                                + " where database = currentDatabase() and name like '%events'")
                .strip();
    }

    /** A way to ClickHouse that can be cut. */
    private static final class Relay implements AutoCloseable {

        private final ServerSocket server;
        private final ClickHouseTarget target;
        private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
        private volatile boolean cut;

        private Relay(ServerSocket server, ClickHouseTarget target) {
            this.server = server;
            this.target = target;
        }

        static Relay to(ClickHouseTarget target) throws IOException {
            var relay = new Relay(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), target);
            Thread.ofVirtual().start(relay::accept);
            return relay;
        }

        int port() {
            return server.getLocalPort();
        }

        void cut() {
            cut = true;
            sockets.forEach(Relay::close);
        }

        void mend() {
            cut = false;
        }

        @Override
        public void close() throws IOException {
            server.close();
            cut();
        }

        private void accept() {
            while (!server.isClosed()) {
                try {
                    Socket here = server.accept();
                    if (cut) {
                        here.close();
                        continue;
                    }
                    Socket there = new Socket(target.host(), target.port());
                    sockets.addAll(List.of(here, there));
                    Thread.ofVirtual().start(() -> pump(here, there));
                    Thread.ofVirtual().start(() -> pump(there, here));
                } catch (IOException e) {
                    // Closed, or ClickHouse is away: the client sees its connection end.
                }
            }
        }

        private void pump(Socket from, Socket to) {
            try {
                from.getInputStream().transferTo(to.getOutputStream());
            } catch (IOException e) {
                // Cut.
            } finally {
                close(from);
                close(to);
                sockets.removeAll(List.of(from, to));
            }
        }

        private static void close(Socket socket) {
            try {
                socket.close();
            } catch (IOException e) {
                // It is gone.
            }
        }
    }
}
