package dev.postern.faults;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The executable jar, unpacked, with its classes ready to be used (an AOT cache): a run starts some twenty processes, on
 * a machine that may have two cores.
 */
final class Program {

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final Path folder;
    private final Map<String, String> settings;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    /** @param settings those that all processes share */
    Program(Path folder, Map<String, String> settings) {
        this.folder = folder;
        this.settings = settings;
    }

    /** Makes the stores' tables, and the cache. */
    void prepare() {
        Path jar = Path.of(System.getProperty("postern.jar")).toAbsolutePath();
        run(
                "unpack",
                "-Djarmode=tools",
                "-jar",
                jar.toString(),
                "extract",
                "--destination",
                unpacked().toString());
        run("migrate", "-jar", jarFile(), "migrate", "apply");
        int port = Children.freePort();
        Process all = start("warm-up", port, Map.of(), List.of("-XX:AOTCacheOutput=" + cache()));
        await().atMost(PATIENCE).until(() -> {
            if (!all.isAlive()) {
                throw new IllegalStateException("ended: " + log("warm-up"));
            }
            return status(port, "/healthz") == 200;
        });
        all.destroy();
        awaitEnd("warm-up", all);
    }

    /** Starts a process, whose output is added to that of those of its name before it. */
    Process start(String name, int port, Map<String, String> own, List<String> options) {
        var command = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx192m"));
        command.addAll(options);
        if (Files.exists(cache())) {
            command.add("-XX:AOTCache=" + cache());
        }
        command.add("-jar");
        command.add(jarFile());
        return launch(name, command, Map.of("API_PORT", Integer.toString(port)), own);
    }

    Path logFile(String name) {
        return folder.resolve(name + ".log");
    }

    String log(String name) {
        try {
            return Files.exists(logFile(name)) ? Files.readString(logFile(name)) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The answer's status; 0 where there is none. */
    int status(int port, String path) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(5))
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    private void run(String name, String... command) {
        awaitEnd(name, launch(name, List.of(command), Map.of(), Map.of()));
    }

    private void awaitEnd(String name, Process process) {
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || process.exitValue() % 143 != 0) {
                throw new IllegalStateException("%s failed: %s".formatted(name, log(name)));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private Process launch(String name, List<String> options, Map<String, String> port, Map<String, String> own) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        var builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile(name).toFile()));
        builder.environment().keySet().removeIf(variable -> !variable.equals("PATH"));
        builder.environment().putAll(settings);
        builder.environment().putAll(port);
        builder.environment().putAll(own);
        return Children.start(builder);
    }

    private Path unpacked() {
        return folder.resolve("program");
    }

    private String jarFile() {
        return unpacked().resolve("postern.jar").toString();
    }

    private Path cache() {
        return folder.resolve("program.aot");
    }
}
