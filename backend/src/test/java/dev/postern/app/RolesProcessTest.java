package dev.postern.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.postern.migrations.PostgresUrl;
import dev.postern.servers.OwnRedis;
import dev.postern.servers.TestPostgres;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program split by its roles into processes that share nothing but their stores. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class RolesProcessTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String KEY = "the-operators-key";

    @TempDir
    Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final PostgresUrl postgres = TestPostgres.database();

    /** What one takes in, others deliver and log; each looks after its own; a lost Redis ends none of them. */
    @Test
    void roles_workTogetherAndOutliveTheirStore() throws Exception {
        var received = new AtomicInteger();
        HttpServer receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            received.incrementAndGet();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        receiver.start();
        List<Process> processes = new ArrayList<>();
        try (OwnRedis redis = OwnRedis.start()) {
            Process migration = start("api", redis, "migrate", "apply");
            assertThat(migration.waitFor()).as(() -> log("api")).isZero();
            for (String role : List.of("api", "delivery", "log", "retry", "portal")) {
                processes.add(start(role, redis));
            }
            for (String role : ports.keySet()) {
                await().alias(role)
                        .atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(status(role, "/healthz"))
                                .as(() -> log(role))
                                .isEqualTo(200));
            }
            assertThat(body("delivery", "/healthz/live"))
                    .contains("\"delivery-worker\":\"up\"")
                    .doesNotContain("log-worker", "retry-worker", "redis");
            assertThat(body("log", "/healthz/ready"))
                    .contains("\"log-worker\":\"up\"", "\"redis\":\"up\"")
                    .doesNotContain("delivery-worker");

            for (String role : ports.keySet()) {
                assertThat(status(role, "/metrics")).as(role).isEqualTo(401);
                assertThat(metrics(role)).as(role).contains("jvm_memory_used_bytes", "postern_queue_messages");
            }
            assertThat(metrics("delivery"))
                    .contains("postern_worker_state{state=\"up\",worker=\"delivery\"} 1.0")
                    .doesNotContain("worker=\"log\"");

            prepare(receiver);
            Iterator<String> told = watch();
            assertThat(query("mutation { publishEvent(input: {id: \\\"evt_1\\\", tenantId: \\\"acme\\\","
                            + " topic: \\\"t\\\", rawData: \\\"{}\\\"}) { destinationIds } }"))
                    .contains("des_");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(query("{ deliveries { nodes { eventId status } } }"))
                            .contains("\"eventId\":\"evt_1\"", "\"status\":\"SUCCESS\""));
            assertThat(received).hasValue(1);
            assertThat(next(told, "evt_1")).contains("\"eventId\":\"evt_1\"", "\"status\":\"SUCCESS\"");

            redis.stop();
            await().atMost(PATIENCE).until(() -> status("delivery", "/healthz/ready") == 503);
            for (String role : ports.keySet()) {
                assertThat(status(role, "/healthz/live")).as(role).isEqualTo(200);
            }
            redis.startAgain();
            for (String role : ports.keySet()) {
                await().atMost(PATIENCE).until(() -> status(role, "/healthz/ready") == 200);
            }
            // Redis has forgotten all of it, and who watched watches still.
            prepare(receiver);
            CompletableFuture<String> again = CompletableFuture.supplyAsync(() -> next(told, "later_"));
            var number = new AtomicInteger();
            await().atMost(PATIENCE).until(() -> {
                query("mutation { publishEvent(input: {id: \\\"later_%d\\\", tenantId: \\\"acme\\\", topic: \\\"t\\\","
                                .formatted(number.incrementAndGet())
                        + " rawData: \\\"{}\\\"}) { eventId } }");
                return again.isDone();
            });
        } finally {
            receiver.stop(0);
            for (Process process : processes) {
                process.destroyForcibly().waitFor();
            }
        }
    }

    private void prepare(HttpServer receiver) throws IOException, InterruptedException {
        query("mutation { upsertTenant(input: {id: \\\"acme\\\"}) { created } }");
        query("mutation { createDestination(input: {tenantId: \\\"acme\\\", type: \\\"webhook\\\", topics: [\\\"*\\\"],"
                + " config: {url: \\\"http://127.0.0.1:"
                + receiver.getAddress().getPort() + "\\\"}})"
                + " { userErrors { message } } }");
    }

    /** What is told of all that is delivered, from when nothing is missed any more. */
    private Iterator<String> watch() throws IOException, InterruptedException {
        Iterator<String> lines = http.send(
                        request("subscription { deliveryLogged { eventId status } }")
                                .header("Accept", "text/event-stream")
                                .build(),
                        HttpResponse.BodyHandlers.ofLines())
                .body()
                .iterator();
        assertThat(lines.next()).isEqualTo(":");
        return lines;
    }

    private static String next(Iterator<String> lines, String part) {
        String line = lines.next();
        while (!line.contains(part)) {
            line = lines.next();
        }
        return line;
    }

    private Process start(String role, OwnRedis redis, String... command) throws IOException {
        int port;
        try (var socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        ports.put(role, port);
        var builder = new ProcessBuilder();
        builder.command(new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                PosternApplication.class.getName())));
        builder.command().addAll(List.of(command));
        var settings = new HashMap<String, String>();
        settings.put("PATH", System.getenv("PATH"));
        settings.put("API_PORT", Integer.toString(port));
        settings.put("POSTERN_ROLES", role);
        settings.put("POSTERN_DATA_DIR", folder.resolve(role).toString());
        settings.put("POSTERN_GATEWAY_URL", "http://127.0.0.1:" + ports.get("api"));
        settings.put("POSTERN_ALLOW_PRIVATE_DESTINATIONS", "true");
        settings.put("REDIS_HOST", redis.settings().host());
        settings.put("REDIS_PORT", Integer.toString(redis.settings().port()));
        settings.put(
                "POSTGRES_URL",
                "postgres://%s:%s@%s:%d/%s"
                        .formatted(
                                postgres.user(),
                                postgres.password(),
                                postgres.host(),
                                postgres.port(),
                                postgres.database()));
        settings.put("LOG_BATCH_THRESHOLD_SECONDS", "1");
        settings.put("API_KEY", KEY);
        settings.put("API_JWT_SECRET", "a-secret-for-tokens");
        settings.put("AES_ENCRYPTION_SECRET", "a-secret-for-credentials");
        builder.environment().clear();
        builder.environment().putAll(settings);
        return builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve(role + ".log").toFile())
                .start();
    }

    private String log(String role) {
        try {
            return Files.readString(folder.resolve(role + ".log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private int status(String role, String path) throws IOException, InterruptedException {
        try {
            return get(role, path).statusCode();
        } catch (ConnectException notYet) {
            return 0;
        }
    }

    private String body(String role, String path) throws IOException, InterruptedException {
        return get(role, path).body();
    }

    private String metrics(String role) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + ports.get(role) + "/metrics");
        return http.send(
                        HttpRequest.newBuilder(uri)
                                .header("Authorization", "Bearer " + KEY)
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private HttpResponse<String> get(String role, String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + ports.get(role) + path);
        return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    private String query(String document) throws IOException, InterruptedException {
        return http.send(request(document).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private HttpRequest.Builder request(String document) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + ports.get("api") + "/graphql"))
                .header("Authorization", "Bearer " + KEY)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"query\":\"" + document + "\"}"));
    }
}
