package dev.postern.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.servers.LocalRabbit;
import dev.postern.servers.TestRabbit;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole program in a process of its own, as people start, stop and kill it. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class PosternProcessTest {

    @TempDir
    Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<Process> started = new ArrayList<>();
    private String base = "";

    @AfterEach
    void stopAll() throws InterruptedException {
        for (Process process : started) {
            process.destroy();
            if (!process.waitFor(1, TimeUnit.MINUTES)) {
                process.destroyForcibly();
            }
        }
    }

    /** First start, a tenant, the power button (kill -9), a start over left-over servers, an orderly stop. */
    @Test
    void serve_losesNothingWhenItIsKilled() throws IOException, InterruptedException {
        Process first = start(Map.of());
        String key = awaitGreeting(first);
        assertThat(query(key, "mutation { upsertTenant(input: {id: \\\"acme\\\"}) { created } }"))
                .contains("\"created\":true");

        assertThat(startedLine(start(Map.of()))).contains("in use by another Postern process");
        first.destroyForcibly().waitFor();

        Process second = start(Map.of());
        assertThat(awaitGreeting(second)).isEqualTo(key);
        assertThat(query(key, "{ tenant(id: \\\"acme\\\") { id } }")).contains("\"id\":\"acme\"");
        assertThat(http.send(
                                HttpRequest.newBuilder(URI.create(base + "/graphql/schema"))
                                        .header("Authorization", "Bearer " + key)
                                        .header("Accept-Encoding", "gzip")
                                        .build(),
                                HttpResponse.BodyHandlers.discarding())
                        .headers()
                        .firstValue("Content-Encoding"))
                .hasValue("gzip");
        assertThat(get("/healthz")).contains("\"status\":\"up\"", "\"delivery-worker\":\"up\"");

        second.destroy();
        assertThat(second.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(folder.resolve("postgres/postmaster.pid")).doesNotExist();
        assertThat(folder.resolve("redis/redis.pid")).doesNotExist();
    }

    /** A named server is down: the start says which one, and never falls back to an embedded one. */
    @Test
    void serve_failsInOneLineWhereANamedServerIsUnreachable() throws IOException, InterruptedException {
        Process process = start(Map.of(
                "POSTGRES_URL", "postgres://u:s3cret@127.0.0.1:1/x",
                "REDIS_HOST", "127.0.0.1",
                "REDIS_PORT", "1",
                "API_KEY", "a",
                "API_JWT_SECRET", "b",
                "AES_ENCRYPTION_SECRET", "c"));

        assertThat(startedLine(process)).contains("127.0.0.1:1/x").doesNotContain("s3cret");
        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(folder).isEmptyDirectory();
    }

    /** Servers are named and secrets are not: two processes would each make up their own. */
    @Test
    void serve_refusesToMakeUpSecretsWhereServersAreNamed() throws IOException, InterruptedException {
        Process process = start(Map.of("REDIS_HOST", "127.0.0.1", "POSTGRES_URL", "postgres://u@127.0.0.1:1/x"));

        assertThat(startedLine(process)).startsWith("API_KEY: not set");
        assertThat(process.waitFor()).isEqualTo(2);
    }

    /** ClickHouse is named and down: no embedded store takes its place. */
    @Test
    void serve_endsWhereClickHouseIsOutOfReach() throws IOException, InterruptedException {
        Process process = start(Map.of(
                "CLICKHOUSE_ADDR",
                "http://127.0.0.1:1",
                "CLICKHOUSE_PASSWORD",
                "s3cret",
                "REDIS_HOST",
                "127.0.0.1",
                "API_KEY",
                "k",
                "API_JWT_SECRET",
                "j",
                "AES_ENCRYPTION_SECRET",
                "a"));

        assertThat(startedLine(process))
                .contains("127.0.0.1:1/outpost")
                .contains("refused")
                .doesNotContain("s3cret");
        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(folder).isEmptyDirectory();
    }

    /** The broker is named and down: the last line says so, without its password. */
    @Test
    void serve_endsWhereRabbitMqIsOutOfReach() throws IOException, InterruptedException {
        Process process = start(Map.of("RABBITMQ_SERVER_URL", "amqp://u:s3cret@127.0.0.1:1"));

        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(text.lines().toList())
                .contains("RABBITMQ_SERVER_URL: RabbitMQ at amqp://127.0.0.1:1: Connection refused");
        assertThat(text).doesNotContain("s3cret");
    }

    /** Queues in RabbitMQ, and operators told there: everything stands, and health says so. */
    @Test
    void serve_withItsQueuesInRabbitMq() throws IOException, InterruptedException {
        try (LocalRabbit broker = TestRabbit.own();
                var rabbit = TestRabbit.connect(broker.settings())) {
            rabbit.call(channel -> {
                        channel.exchangeDeclare("told", "topic", true);
                        channel.queueDeclare("told", true, false, false, Map.of("x-queue-type", "quorum"));
                        channel.queueBind("told", "told", "tenant.#");
                    })
                    .block();
            String url = broker.settings().url();
            Process process = start(Map.of(
                    "RABBITMQ_SERVER_URL",
                    url,
                    "OPERATOR_EVENTS_TOPICS",
                    "*",
                    "OPERATOR_EVENTS_RABBITMQ_SERVER_URL",
                    url,
                    "OPERATOR_EVENTS_RABBITMQ_EXCHANGE",
                    "told"));
            String key = awaitGreeting(process);
            assertThat(get("/healthz"))
                    .contains("\"status\":\"up\"", "\"rabbitmq\":\"up\"", "\"operator-events-worker\":\"up\"");
            query(key, "mutation { upsertTenant(input: {id: \\\"acme\\\"}) { created } }");
            query(
                    key,
                    "mutation { createDestination(input: {tenantId: \\\"acme\\\", type: \\\"webhook\\\", topics: [\\\"*\\\"],"
                            + " config: {url: \\\"https://example.com\\\"}}) { userErrors { message } } }");
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> Objects.equals(
                            rabbit.ask(channel -> channel.messageCount("told")).block(), 1L));
            broker.kill();
            assertThat(get("/healthz")).contains("\"status\":\"down\"", "\"rabbitmq\":\"down\"");
        }
    }

    private Process start(Map<String, String> settings) throws IOException {
        var builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                PosternApplication.class.getName());
        builder.environment()
                .keySet()
                .removeIf(
                        name -> name.matches(
                                "((PUBLISH_|OPERATOR_EVENTS_)?RABBITMQ|OPERATOR_EVENTS|REDIS|POSTGRES|CLICKHOUSE|POSTERN|API)_.*"));
        builder.environment().putAll(Map.of("API_PORT", "0", "POSTERN_DATA_DIR", folder.toString()));
        builder.environment().putAll(settings);
        Process process = builder.redirectErrorStream(true).start();
        started.add(process);
        return process;
    }

    /** The generated key that the greeting shows; keeps where the process listens. */
    private String awaitGreeting(Process process) throws IOException {
        BufferedReader lines = process.inputReader();
        String key = "";
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.contains("GraphQL ")) {
                base = line.replaceFirst("^ *GraphQL +", "")
                        .replace("/graphql", "")
                        .strip();
            }
            if (line.contains("operator key ")) {
                key = line.replaceFirst(".*operator key ", "").strip();
            }
            if (line.contains("Data ")) {
                return key;
            }
        }
        throw new AssertionError("ended without a greeting");
    }

    /** All that a process says that does not start. */
    private static String startedLine(Process process) throws IOException, InterruptedException {
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        assertThat(text).hasLineCount(1);
        return text;
    }

    private String query(String key, String document) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(base + "/graphql"))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"query\":\"" + document + "\"}"))
                .build());
    }

    private String get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(base + path)).build());
    }

    private String send(HttpRequest request) throws IOException, InterruptedException {
        return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
}
