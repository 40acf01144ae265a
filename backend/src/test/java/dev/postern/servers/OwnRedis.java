package dev.postern.servers;

import static org.awaitility.Awaitility.await;

import dev.postern.redis.RedisSettings;
import io.lettuce.core.RedisClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import redis.embedded.RedisServer;
import redis.embedded.core.RedisServerBuilder;

/** A Redis that one test has to itself, to stop and start as it likes. It keeps nothing when stopped. */
public final class OwnRedis implements AutoCloseable {

    private final int port;
    private final @Nullable Path clusterFile;
    private RedisServer server;

    private OwnRedis(int port, @Nullable Path clusterFile) {
        this.port = port;
        this.clusterFile = clusterFile;
        server = launch(port, clusterFile);
    }

    public static OwnRedis start() {
        return new OwnRedis(freePort(), null);
    }

    /** A cluster of one node: it refuses what spans slots, as a larger one does. */
    public static OwnRedis startCluster(Path directory) {
        var redis = new OwnRedis(freePort(), directory.resolve("nodes.conf"));
        RedisClient client = RedisClient.create("redis://127.0.0.1:" + redis.port);
        try (var connection = client.connect()) {
            connection.sync().clusterAddSlots(IntStream.range(0, 16_384).toArray());
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> connection.sync().clusterInfo().contains("cluster_state:ok"));
        } finally {
            client.shutdown();
        }
        return redis;
    }

    public RedisSettings settings() {
        return new RedisSettings("127.0.0.1", port, "", "", 0, false, true, clusterFile != null, null);
    }

    public void stop() {
        try {
            server.stop();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void startAgain() {
        server = launch(port, clusterFile);
    }

    @Override
    public void close() {
        stop();
    }

    private static RedisServer launch(int port, @Nullable Path clusterFile) {
        try {
            RedisServerBuilder builder = new RedisServerBuilder()
                    .port(port)
                    .setting("bind 127.0.0.1")
                    .setting("save \"\"")
                    .setting("appendonly no");
            if (clusterFile != null) {
                builder.setting("cluster-enabled yes").setting("cluster-config-file " + clusterFile);
            }
            RedisServer server = builder.build();
            server.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Below 55,536, since a cluster's node also listens 10,000 ports higher. */
    private static int freePort() {
        try {
            while (true) {
                try (var socket = new ServerSocket(0)) {
                    if (socket.getLocalPort() < 55_536) {
                        return socket.getLocalPort();
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
