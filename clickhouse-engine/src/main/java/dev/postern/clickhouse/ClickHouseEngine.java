package dev.postern.clickhouse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A ClickHouse in a process of its own. It ends with this JVM, whatever ends that one: its last statement
 * reads standard input, which then closes. Where the engine aborts, which it does when a client hangs up
 * inside a request's headers, it is started again on the same files and port.
 */
public final class ClickHouseEngine implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int MAX_STARTS = 20;

    private final Path library;
    private final Path directory;
    private final List<String> settings;
    private Process process;
    private int port;
    private int starts;
    private boolean closed;

    private ClickHouseEngine(Path library, Path directory, List<String> settings) throws IOException {
        this.library = library;
        this.directory = directory;
        this.settings = List.copyOf(settings);
        process = launch();
    }

    /**
     * Starts one, on a port that is free.
     *
     * @param directory where it keeps its files; made if need be, and used again if not
     * @param settings server settings, for example {@code --background_pool_size=2}
     */
    public static ClickHouseEngine start(Path directory, String... settings)
            throws ClickHouseAbsentException, IOException, InterruptedException {
        Path library = EngineLibrary.find();
        Files.createDirectories(directory);
        return new ClickHouseEngine(library, directory.toAbsolutePath(), List.of(settings));
    }

    public synchronized ClickHouseAddress address() {
        return ClickHouseAddress.local(port);
    }

    /** Ends it as {@code kill -9} does, and starts it again on the same files and port. */
    public synchronized void kill() {
        process.destroyForcibly().onExit().join();
        restart(starts);
    }

    @Override
    public void close() {
        Process last;
        synchronized (this) {
            closed = true;
            last = process;
        }
        try {
            last.getOutputStream().close();
            if (!last.waitFor(30, TimeUnit.SECONDS)) {
                last.destroyForcibly().onExit().join();
            }
        } catch (IOException e) {
            last.destroyForcibly();
        } catch (InterruptedException e) {
            last.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** Once for each start: whoever notices its end first. */
    private synchronized void restart(int start) {
        if (closed || start != starts || starts == MAX_STARTS) {
            return;
        }
        try {
            process = launch();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Process launch() throws IOException {
        Path portFile = directory.resolve("http.port");
        Files.deleteIfExists(portFile);
        ProcessBuilder builder = new ProcessBuilder(command(portFile))
                .directory(directory.toFile())
                .redirectOutput(directory.resolve("engine.out").toFile())
                .redirectError(directory.resolve("engine.err").toFile());
        builder.environment().put("TZ", "UTC");
        Process started = builder.start();
        port = awaitPort(started, portFile);
        int start = ++starts;
        Thread.ofVirtual().name("clickhouse-engine-watch").start(() -> {
            started.onExit().join();
            restart(start);
        });
        return started;
    }

    private List<String> command(Path portFile) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                ownClasses().toString(),
                EngineMain.class.getName(),
                library.toString(),
                "--path=" + directory.resolve("data"),
                "--listen_host=127.0.0.1",
                "--http_port=" + port,
                "--log-level=warning",
                "--logger.log=" + directory.resolve("engine.log"),
                "--query",
                """
                SYSTEM START LISTEN HTTP;
                SELECT getServerPort('http_port') INTO OUTFILE '%s' TRUNCATE FORMAT TSV;
                SELECT count() FROM file('stdin', LineAsString)
                """.formatted(portFile),
                "--"));
        command.addAll(settings);
        return command;
    }

    private static Path ownClasses() {
        try {
            return Path.of(EngineMain.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private int awaitPort(Process started, Path portFile) throws IOException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            if (Files.exists(portFile)) {
                String text = Files.readString(portFile);
                if (text.endsWith("\n")) {
                    return Integer.parseInt(text.strip());
                }
            }
            try {
                if (started.waitFor(20, TimeUnit.MILLISECONDS)) {
                    break;
                }
            } catch (InterruptedException e) {
                started.destroyForcibly();
                Thread.currentThread().interrupt();
                break;
            }
        }
        started.destroyForcibly();
        throw new IOException("the ClickHouse engine did not start: " + errors());
    }

    private String errors() throws IOException {
        String errors = Files.readString(directory.resolve("engine.err"));
        return errors.substring(Math.max(0, errors.length() - 2_000));
    }
}
