package dev.postern.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The whole program in a process of its own, on embedded stores, with the operator's key {@link #KEY}. */
public final class Program implements AutoCloseable {

    public static final String KEY = "the-operators-key";
    public static final Duration PATIENCE = Duration.ofMinutes(2);

    private final HttpClient http = HttpClient.newHttpClient();
    private final Process process;
    private final Path log;
    private final int port;
    private final String base;

    private Program(Process process, Path log, int port) {
        this.process = process;
        this.log = log;
        this.port = port;
        base = "http://127.0.0.1:" + port;
    }

    /** Starts it and waits until it is ready. */
    public static Program start(Path folder, Map<String, String> more) throws IOException {
        int port;
        try (var socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        var settings = new HashMap<String, String>();
        settings.put("PATH", System.getenv("PATH"));
        settings.put("API_PORT", Integer.toString(port));
        settings.put("POSTERN_DATA_DIR", folder.resolve("data").toString());
        settings.put("API_KEY", KEY);
        settings.put("API_JWT_SECRET", "a-secret-for-tokens");
        settings.put("AES_ENCRYPTION_SECRET", "a-secret-for-credentials");
        settings.putAll(more);
        var builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                PosternApplication.class.getName());
        builder.environment().clear();
        builder.environment().putAll(settings);
        Path log = folder.resolve("program.log");
        var program = new Program(
                builder.redirectErrorStream(true).redirectOutput(log.toFile()).start(), log, port);
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(program.status("/healthz")).as(program::log).isEqualTo(200));
        return program;
    }

    /** Where its API listens. */
    public int port() {
        return port;
    }

    /** What it said. */
    public String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As the operator. */
    public String query(String document) {
        return query(document, Map.of());
    }

    /** As the operator, with headers of one's own. */
    public String query(String document, Map<String, String> headers) {
        var request = HttpRequest.newBuilder(URI.create(base + "/graphql"))
                .header("Authorization", "Bearer " + KEY)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(Json.write(Map.of("query", document))));
        headers.forEach(request::setHeader);
        return send(request.build()).body();
    }

    public HttpResponse<String> get(String path, String authorization) {
        return send(HttpRequest.newBuilder(URI.create(base + path))
                .header("Authorization", authorization)
                .build());
    }

    public HttpResponse<String> get(String path) {
        return send(HttpRequest.newBuilder(URI.create(base + path)).build());
    }

    private int status(String path) {
        assertThat(process.isAlive()).as(this::log).isTrue();
        try {
            return get(path).statusCode();
        } catch (UncheckedIOException notYet) {
            return 0;
        }
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().completeOnTimeout(process, 1, TimeUnit.MINUTES).join();
        process.destroyForcibly();
        process.onExit().join();
    }
}
