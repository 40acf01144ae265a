package dev.postern.migrations;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import redis.embedded.RedisServer;
import redis.embedded.core.RedisServerBuilder;

/** The servers that the tests of this module run against, started once. */
final class Servers {

    static final Clock CLOCK = Clock.fixed(Instant.parse("2026-03-01T12:00:00Z"), ZoneOffset.UTC);

    private static final EmbeddedPostgres POSTGRES = startPostgres();
    private static final int REDIS_PORT = startRedis();

    /** A new database with nothing in it. */
    static PostgresUrl emptyDatabase() {
        String name = "m" + UUID.randomUUID().toString().replace("-", "");
        execute(url("postgres"), "create database " + name);
        return url(name);
    }

    /** Keys nobody else has. */
    static RedisTarget emptyRedis() {
        return RedisTarget.local(REDIS_PORT, "m" + UUID.randomUUID().toString().replace("-", ""));
    }

    static RedisTarget redis(String deploymentId) {
        return RedisTarget.local(REDIS_PORT, deploymentId);
    }

    static void execute(PostgresUrl url, String... statements) {
        try (Connection connection = DriverManager.getConnection(url.jdbcUrl(), url.user(), url.password());
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The rows, their columns joined by blanks. */
    static List<String> query(PostgresUrl url, String sql) {
        try (Connection connection = DriverManager.getConnection(url.jdbcUrl(), url.user(), url.password());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            while (row.next()) {
                StringBuilder text = new StringBuilder();
                for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                    text.append(i == 1 ? "" : " ").append(row.getString(i));
                }
                rows.add(text.toString());
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static PostgresUrl url(String database) {
        return PostgresUrl.parse(
                "postgres://postgres@localhost:%d/%s?sslmode=disable".formatted(POSTGRES.getPort(), database));
    }

    private static EmbeddedPostgres startPostgres() {
        try {
            return EmbeddedPostgres.builder()
                    .setPGStartupWait(Duration.ofMinutes(2))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int startRedis() {
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
            return port;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static void stop(RedisServer server) {
        try {
            server.stop();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Servers() {}
}
