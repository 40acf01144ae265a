package dev.postern.benchmark.delivery;

import dev.postern.app.PosternApplication;
import dev.postern.redis.RedisSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The product with all its roles, in a process of its own. */
final class Gateway implements AutoCloseable {

    static final String KEY = "the-operators-key";
    static final String SECRET = "0123456789abcdef0123456789abcdef";

    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin");

    private final Process process;
    private final int port;

    private Gateway(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts it, and waits until it is ready. */
    static Gateway start(Options options, RedisSettings redis, String postgres, @Nullable String rabbit)
            throws IOException, InterruptedException {
        int port;
        try (var socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        var settings = new HashMap<>(Map.of(
                "PATH", System.getenv("PATH"),
                "API_PORT", Integer.toString(port),
                "POSTERN_DATA_DIR", options.directory().resolve("gateway").toString(),
                "REDIS_HOST", redis.host(),
                "REDIS_PORT", Integer.toString(redis.port()),
                "POSTGRES_URL", postgres,
                "API_KEY", KEY,
                "API_JWT_SECRET", "a-secret-for-tokens",
                "AES_ENCRYPTION_SECRET", SECRET,
                "DELIVERY_MAX_CONCURRENCY", Integer.toString(options.slots())));
        settings.put("LOG_BATCH_THRESHOLD_SECONDS", "1");
        settings.put("POSTERN_ALLOW_PRIVATE_DESTINATIONS", "true");
        settings.put("POSTERN_QUEUE_CAPACITY", "10000000");
        settings.put("POSTERN_PARKED_TASKS_MAX", "100000000");
        if (rabbit != null) {
            settings.put("RABBITMQ_SERVER_URL", rabbit);
        }
        Files.createDirectories(options.directory());
        if (launch(options, settings, List.of(), "migrate", "apply").waitFor() != 0) {
            throw new IllegalStateException("the stores could not be migrated; see gateway.log");
        }
        List<String> recording = options.recording() == null
                ? List.of()
                : List.of("-XX:StartFlightRecording:settings=profile,dumponexit=true,filename=" + options.recording());
        var gateway = new Gateway(launch(options, settings, recording), port);
        gateway.awaitReady();
        return gateway;
    }

    int port() {
        return port;
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** How many bytes of its heap are in use after a full collection. */
    long liveHeap() {
        Matcher total = TOTAL.matcher(tell("GC.class_histogram"));
        if (!total.find()) {
            throw new IllegalStateException("no total in the histogram");
        }
        return Long.parseLong(total.group(1));
    }

    /** How many bytes of memory the system gives it. */
    long resident() {
        try {
            return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(1, TimeUnit.MINUTES)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private static Process launch(
            Options options, Map<String, String> settings, List<String> recording, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(JAVA.resolve("java").toString());
        command.add("-XX:+UseCompactObjectHeaders");
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(options.arguments());
        command.addAll(recording);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(PosternApplication.class.getName());
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(options.directory().resolve("gateway.log").toFile());
        builder.environment().clear();
        builder.environment().putAll(settings);
        return builder.start();
    }

    private String tell(String command) {
        try {
            Process told = new ProcessBuilder(JAVA.resolve("jcmd").toString(), Long.toString(process.pid()), command)
                    .redirectErrorStream(true)
                    .start();
            return new String(told.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitReady() throws InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/healthz/ready"))
                    .build();
            for (int i = 0; i < 600; i++) {
                if (!process.isAlive()) {
                    throw new IllegalStateException("the product ended; see gateway.log");
                }
                try {
                    if (http.send(request, HttpResponse.BodyHandlers.discarding())
                                    .statusCode()
                            == 200) {
                        return;
                    }
                } catch (IOException notYet) {
                    // It doesn't listen yet.
                }
                Thread.sleep(200);
            }
        }
        throw new IllegalStateException("the product isn't ready after two minutes; see gateway.log");
    }
}
