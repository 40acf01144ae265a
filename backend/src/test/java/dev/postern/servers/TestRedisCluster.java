package dev.postern.servers;

import dev.postern.redis.RedisConnection;
import dev.postern.redis.RedisSettings;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import redis.embedded.RedisServer;
import redis.embedded.core.RedisServerBuilder;

/**
 * A Redis Cluster for tests, of one node that has all slots: it refuses, as every cluster does, a
 * command or script whose keys lie in several slots. Started once and stopped with the JVM.
 */
public final class TestRedisCluster {

    private static final int SLOTS = 16_384;
    private static final RedisSettings SERVER = start();

    /** A connection whose keys nobody else has. The caller closes it. */
    public static RedisConnection connect() {
        return new RedisConnection(settings());
    }

    /** How to reach the cluster, with a fresh key prefix. */
    public static RedisSettings settings() {
        return SERVER.withDeploymentId("t" + UUID.randomUUID().toString().replace("-", ""));
    }

    private static RedisSettings start() {
        try {
            int port = freePort();
            Path directory = Files.createTempDirectory("postern-redis-cluster");
            RedisServer server = new RedisServerBuilder()
                    .port(port)
                    .setting("bind 127.0.0.1")
                    .setting("save \"\"")
                    .setting("appendonly no")
                    .setting("dir " + directory)
                    .setting("cluster-enabled yes")
                    .build();
            server.start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, directory)));
            takeAllSlots(port);
            return new RedisSettings("127.0.0.1", port, "", "", 0, false, true, true, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void takeAllSlots(int port) {
        try (RedisClient client = RedisClient.create(RedisURI.create("127.0.0.1", port));
                var connection = client.connect()) {
            RedisCommands<String, String> commands = connection.sync();
            commands.clusterAddSlots(IntStream.range(0, SLOTS).toArray());
            // In this thread, because another would wait for this class, which is being initialised.
            Awaitility.await()
                    .pollInSameThread()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> commands.clusterInfo().contains("cluster_state:ok"));
        }
    }

    private static void stop(RedisServer server, Path directory) {
        try {
            server.stop();
            Files.deleteIfExists(directory.resolve("nodes.conf"));
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One whose cluster bus, 10,000 above it, is a port too. */
    private static int freePort() throws IOException {
        while (true) {
            try (var socket = new java.net.ServerSocket(0)) {
                if (socket.getLocalPort() <= 55_000) {
                    return socket.getLocalPort();
                }
            }
        }
    }

    private TestRedisCluster() {}
}
