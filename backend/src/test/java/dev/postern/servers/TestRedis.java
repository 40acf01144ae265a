package dev.postern.servers;

import dev.postern.redis.RedisConnection;
import dev.postern.redis.RedisSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.UUID;
import redis.embedded.RedisServer;
import redis.embedded.core.RedisServerBuilder;

/**
 * The Redis that tests run against: the one that {@code TEST_REDIS_HOST} and {@code TEST_REDIS_PORT}
 * name, else an embedded one, started once and stopped with the JVM. Every caller gets a key prefix of
 * its own, so that tests don't meet.
 */
public final class TestRedis {

    private static final RedisSettings SERVER = start();

    /** A connection whose keys nobody else has. The caller closes it. */
    public static RedisConnection connect() {
        return new RedisConnection(settings());
    }

    /** How to reach the server, with a fresh key prefix. */
    public static RedisSettings settings() {
        return SERVER.withDeploymentId("t" + UUID.randomUUID().toString().replace("-", ""));
    }

    private static RedisSettings start() {
        String host = System.getenv("TEST_REDIS_HOST");
        if (host != null) {
            return new RedisSettings(
                    host,
                    Integer.parseInt(System.getenv().getOrDefault("TEST_REDIS_PORT", "6379")),
                    "",
                    "",
                    0,
                    false,
                    true,
                    false,
                    null);
        }
        try {
            int port = freePort();
            RedisServer server = new RedisServerBuilder()
                    .port(port)
                    .setting("bind 127.0.0.1")
                    .setting("save \"\"")
                    .setting("appendonly no")
                    .build();
            server.start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server)));
            return RedisSettings.local(port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void stop(RedisServer server) {
        try {
            server.stop();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new java.net.ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private TestRedis() {}
}
