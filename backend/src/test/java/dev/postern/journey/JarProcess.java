package dev.postern.journey;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
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
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@code java -jar postern.jar} in a folder of its own, with nothing of this JVM's environment but PATH. */
final class JarProcess implements AutoCloseable {

    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration STOP = Duration.ofMinutes(1);

    private final Process process;
    private final Path log;
    private final int port;

    private JarProcess(Process process, Path log, int port) {
        this.process = process;
        this.log = log;
        this.port = port;
    }

    /** Starts {@code serve} on a free port and waits until it is healthy. */
    static JarProcess serve(Path folder, Map<String, String> environment) {
        JarProcess jar = launch(folder, environment);
        jar.awaitHealthy();
        return jar;
    }

    /** Starts {@code serve} on a free port and doesn't wait. */
    static JarProcess launch(Path folder, Map<String, String> environment) {
        int port = freePort();
        var settings = new HashMap<String, String>();
        settings.put("API_PORT", Integer.toString(port));
        settings.putAll(environment);
        return start(folder, settings, port, List.of());
    }

    /** Runs a command to its end. */
    static Finished run(Path folder, Map<String, String> environment, String... arguments) {
        JarProcess jar = start(folder, environment, 0, List.of(arguments));
        return jar.awaitEnd();
    }

    static int freePort() {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    String url() {
        return "http://localhost:" + port;
    }

    int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** The operator's key, as the start shows it. */
    String operatorKey() {
        var line =
                java.util.regex.Pattern.compile("(?im)operator key\\W+(\\S+)").matcher(log());
        if (!line.find()) {
            throw new AssertionError("the start shows no operator key:\n" + log());
        }
        return line.group(1);
    }

    GraphQlClient client() {
        return new GraphQlClient(url(), operatorKey());
    }

    Finished awaitEnd() {
        try {
            if (!process.waitFor(START.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("still running:\n" + log());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        return new Finished(process.exitValue(), log());
    }

    /** SIGKILL: no shutdown hook runs. */
    void kill() {
        process.destroyForcibly();
        await().atMost(STOP).until(() -> !process.isAlive());
    }

    /** SIGTERM, and the exit status that follows. */
    int terminate() {
        process.destroy();
        await().atMost(STOP).until(() -> !process.isAlive());
        return process.exitValue();
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            process.destroy();
            try {
                if (!process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }

    void awaitHealthy() {
        HttpClient http = HttpClient.newHttpClient();
        var request = HttpRequest.newBuilder(URI.create(url() + "/healthz")).build();
        await().atMost(START).pollInterval(Duration.ofMillis(200)).until(() -> {
            if (!process.isAlive()) {
                throw new AssertionError("ended with " + process.exitValue() + ":\n" + log());
            }
            try {
                return http.send(request, HttpResponse.BodyHandlers.discarding())
                                .statusCode()
                        == 200;
            } catch (IOException notYet) {
                return false;
            }
        });
    }

    private static JarProcess start(Path folder, Map<String, String> environment, int port, List<String> arguments) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-jar");
        command.add(Path.of(System.getProperty("postern.jar")).toAbsolutePath().toString());
        command.addAll(arguments);
        try {
            Path log = Files.createTempFile(folder, "postern", ".log");
            var builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            builder.environment().keySet().removeIf(name -> !name.equals("PATH"));
            builder.environment().putAll(environment);
            return new JarProcess(builder.start(), log, port);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** How a command ended, and all that it printed. */
    record Finished(int status, String output) {}
}
