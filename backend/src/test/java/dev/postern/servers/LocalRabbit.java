package dev.postern.servers;

import static org.awaitility.Awaitility.await;

import dev.postern.rabbitmq.RabbitSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A RabbitMQ broker from the package {@code rabbitmq-server}, as whichever user we are: with ports, a folder, a
 * cookie and a port mapper (epmd) of its own, small, and without plugins.
 */
public final class LocalRabbit implements AutoCloseable {

    private static final Path INSTALLED = Path.of("/usr/lib/rabbitmq/lib");
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Path program;
    private final Path directory;
    private final int port = freePort();
    private final int distributionPort = freePort();
    private final int epmdPort = freePort();
    private Process process;

    private LocalRabbit(Path program) {
        this.program = program;
        try {
            directory = Files.createTempDirectory("postern-rabbitmq");
            Files.writeString(directory.resolve("rabbit.conf"), """
                    listeners.tcp.local = 127.0.0.1:%d
                    loopback_users = none
                    vm_memory_high_watermark.absolute = 400MiB
                    disk_free_limit.absolute = 50MB
                    raft.wal_max_size_bytes = 32000000
                    log.console = true
                    log.console.level = warning
                    log.file = false
                    """.formatted(port));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        process = launch();
    }

    /** Starts one, and waits until it takes connections; empty where no broker is installed. */
    public static Optional<LocalRabbit> start() {
        return program().map(program -> {
            var rabbit = new LocalRabbit(program);
            rabbit.awaitReady();
            return rabbit;
        });
    }

    public RabbitSettings settings() {
        return RabbitSettings.of("amqp://guest:guest@127.0.0.1:%d".formatted(port));
    }

    public int port() {
        return port;
    }

    /** The broker's process, until it is started again. */
    public ProcessHandle process() {
        return process.toHandle();
    }

    /** As when the machine loses power. What is confirmed is on the disk. */
    public void kill() {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(handle -> handle.onExit().orTimeout(1, TimeUnit.MINUTES).join());
    }

    public void startAgain() {
        process = launch();
        awaitReady();
    }

    @Override
    public void close() {
        kill();
        try {
            new ProcessBuilder("epmd", "-port", Integer.toString(epmdPort), "-kill")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor(10, TimeUnit.SECONDS);
            delete(directory);
        } catch (IOException e) {
            // What is left lies in the folder for temporary files.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Process launch() {
        try {
            var builder = new ProcessBuilder(program.toString());
            builder.environment().keySet().removeIf(name -> name.startsWith("RABBITMQ_"));
            builder.environment()
                    .putAll(Map.ofEntries(
                            Map.entry("HOME", directory.toString()),
                            Map.entry("RABBITMQ_NODENAME", "postern-%d@localhost".formatted(port)),
                            Map.entry(
                                    "RABBITMQ_CONFIG_FILE",
                                    directory.resolve("rabbit").toString()),
                            Map.entry("RABBITMQ_CONF_ENV_FILE", "/dev/null"),
                            Map.entry(
                                    "RABBITMQ_MNESIA_BASE",
                                    directory.resolve("data").toString()),
                            Map.entry(
                                    "RABBITMQ_LOG_BASE",
                                    directory.resolve("log").toString()),
                            Map.entry("RABBITMQ_LOGS", "-"),
                            Map.entry(
                                    "RABBITMQ_ENABLED_PLUGINS_FILE",
                                    directory.resolve("plugins").toString()),
                            Map.entry("RABBITMQ_DIST_PORT", Integer.toString(distributionPort)),
                            Map.entry("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", "+S 2:2 +sbwt none"),
                            Map.entry("ERL_EPMD_PORT", Integer.toString(epmdPort)),
                            Map.entry("ERL_EPMD_ADDRESS", "127.0.0.1")));
            return builder.redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            directory.resolve("broker.log").toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitReady() {
        // In this thread, because another would wait for the class that is being initialised.
        await().pollInSameThread().atMost(PATIENCE).until(() -> {
            if (!process.isAlive()) {
                throw new IllegalStateException(
                        "the broker ended: " + Files.readString(directory.resolve("broker.log")));
            }
            try (var socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
                return true;
            } catch (IOException e) {
                return false;
            }
        });
    }

    private static Optional<Path> program() {
        if (Files.isDirectory(INSTALLED)) {
            try (Stream<Path> versions = Files.list(INSTALLED)) {
                Optional<Path> debian = versions.map(version -> version.resolve("sbin/rabbitmq-server"))
                        .filter(Files::isExecutable)
                        .max(Comparator.naturalOrder());
                if (debian.isPresent()) {
                    return debian;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .map(folder -> Path.of(folder, "rabbitmq-server"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
