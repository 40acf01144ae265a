package dev.postern.benchmark.product;

import dev.postern.app.PosternApplication;
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

/** The product, in a process of its own. */
public final class Gateway implements AutoCloseable {

    /** The operator's key. */
    public static final String KEY = "the-operators-key";

    private static final String SECRET = "0123456789abcdef0123456789abcdef";

    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin");

    private final Process process;
    private final int port;

    private Gateway(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Has its stores migrated, starts it, and waits until it is ready.
     *
     * @param directory where it keeps its files, and where {@code gateway.log} is written
     * @param jvm more arguments of its JVM
     * @param recording where its flight recorder (JFR) writes; null for no recording
     * @param given settings besides its address and secrets: which stores, say
     */
    public static Gateway start(Path directory, List<String> jvm, @Nullable Path recording, Map<String, String> given)
            throws IOException, InterruptedException {
        int port;
        try (var socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        var settings = new HashMap<>(given);
        settings.put("PATH", System.getenv("PATH"));
        settings.put("API_PORT", Integer.toString(port));
        settings.put("POSTERN_DATA_DIR", directory.resolve("gateway").toString());
        settings.put("API_KEY", KEY);
        settings.put("API_JWT_SECRET", "a-secret-for-tokens");
        settings.put("AES_ENCRYPTION_SECRET", SECRET);
        settings.put("POSTERN_ALLOW_PRIVATE_DESTINATIONS", "true");
        Files.createDirectories(directory);
        if (launch(directory, jvm, settings, "migrate", "apply").waitFor() != 0) {
            throw new IllegalStateException("the stores could not be migrated; see gateway.log");
        }
        List<String> arguments = new ArrayList<>(jvm);
        if (recording != null) {
            arguments.add("-XX:StartFlightRecording:settings=profile,dumponexit=true,filename=" + recording);
        }
        var gateway = new Gateway(launch(directory, arguments, settings), port);
        gateway.awaitReady();
        return gateway;
    }

    public int port() {
        return port;
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** How many bytes of its heap are in use after a full collection. */
    public long liveHeap() {
        Matcher total = TOTAL.matcher(tell("GC.class_histogram"));
        if (!total.find()) {
            throw new IllegalStateException("no total in the histogram");
        }
        return Long.parseLong(total.group(1));
    }

    /** How many bytes of memory the system gives it. */
    public long resident() {
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

    private static Process launch(Path directory, List<String> jvm, Map<String, String> settings, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(JAVA.resolve("java").toString());
        command.add("-XX:+UseCompactObjectHeaders");
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(jvm);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(PosternApplication.class.getName());
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("gateway.log").toFile());
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
