package dev.postern.faults;

import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import redis.embedded.core.ExecutableProvider;

/**
 * A Redis that keeps each command before it answers (AOF, {@code always}), to be killed and started again. What is
 * installed is taken, else the one that the tests carry.
 */
final class RedisNode implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Path directory;
    private final int port = Children.freePort();
    private final boolean cluster;
    private final Network network;
    private Process process;

    RedisNode(Path directory, boolean cluster) {
        this.directory = directory;
        this.cluster = cluster;
        network = Network.to(port, Children.freePort());
        process = launch();
        awaitReady();
    }

    Network network() {
        return network;
    }

    /** The server's own port, beside the network. */
    int port() {
        return port;
    }

    int busPort() {
        return port + 10_000;
    }

    void kill() {
        Children.kill(process);
    }

    void startAgain() {
        process = launch();
        awaitReady();
    }

    /** Asks the server itself. */
    <T> T ask(Function<RedisCommands<String, String>, T> question) {
        try (RedisClient client = RedisClient.create(RedisURI.create("127.0.0.1", port));
                var connection = client.connect()) {
            return question.apply(connection.sync());
        }
    }

    @Override
    public void close() {
        kill();
        network.close();
    }

    private Process launch() {
        List<String> command = new ArrayList<>(List.of(
                program(),
                "--port",
                Integer.toString(port),
                "--bind",
                "127.0.0.1",
                "--dir",
                directory.toString(),
                "--save",
                "",
                "--appendonly",
                "yes",
                "--appendfsync",
                "always"));
        if (cluster) {
            command.addAll(List.of(
                    "--cluster-enabled",
                    "yes",
                    "--cluster-node-timeout",
                    "3000",
                    "--cluster-announce-ip",
                    "127.0.0.1",
                    "--cluster-announce-port",
                    Integer.toString(network.port()),
                    "--cluster-announce-bus-port",
                    Integer.toString(busPort())));
        }
        return Children.start(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("redis.log").toFile())));
    }

    private void awaitReady() {
        await().atMost(PATIENCE).until(() -> {
            if (!process.isAlive()) {
                throw new IllegalStateException("Redis ended: " + Files.readString(directory.resolve("redis.log")));
            }
            try {
                return ask(redis -> redis.info("persistence")).contains("loading:0");
            } catch (RedisException notYet) {
                return false;
            }
        });
    }

    private static String program() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .map(folder -> Path.of(folder, "redis-server"))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst()
                .orElseGet(RedisNode::carried);
    }

    private static String carried() {
        try {
            return ExecutableProvider.newJarResourceProvider().get().getAbsolutePath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
