package dev.postern.servers;

import dev.postern.migrations.MigrationResult.Applied;
import dev.postern.migrations.Migrator;
import dev.postern.migrations.MigratorSettings;
import dev.postern.migrations.PostgresUrl;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The PostgreSQL that tests run against: the one that {@code TEST_POSTGRES_URL} names, as a user who may
 * create databases, else an embedded one, started once and stopped with the JVM. Every caller gets a
 * database of its own, so that tests don't meet.
 */
public final class TestPostgres {

    private static final PostgresUrl SERVER = start();
    private static final String TEMPLATE = createTemplate();

    /** A database nobody else has, with the log's tables in it, empty. */
    public static PostgresUrl database() {
        return create("template " + TEMPLATE);
    }

    /** A database nobody else has, without tables. */
    public static PostgresUrl emptyDatabase() {
        return create("");
    }

    /** Executes SQL there and then, for what a test needs to arrange. */
    public static void execute(PostgresUrl url, String... statements) {
        try (Connection connection = DriverManager.getConnection(url.jdbcUrl(), url.user(), url.password());
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The first column of every row, as text. */
    public static List<String> query(PostgresUrl url, String sql) {
        try (Connection connection = DriverManager.getConnection(url.jdbcUrl(), url.user(), url.password());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            while (row.next()) {
                rows.add(String.valueOf(row.getString(1)));
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static PostgresUrl start() {
        String url = System.getenv("TEST_POSTGRES_URL");
        if (url != null) {
            return PostgresUrl.parse(url);
        }
        try {
            // It stops itself with the JVM, and removes its files.
            EmbeddedPostgres server = EmbeddedPostgres.builder()
                    .setPGStartupWait(Duration.ofMinutes(2))
                    .setServerConfig("fsync", "off")
                    .start();
            return PostgresUrl.parse(
                    "postgres://postgres@localhost:%d/postgres?sslmode=disable".formatted(server.getPort()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String createTemplate() {
        PostgresUrl template = create("");
        if (!(new Migrator(template, null, MigratorSettings.DEFAULT, Clock.systemUTC()).apply() instanceof Applied)) {
            throw new IllegalStateException("the template could not be migrated");
        }
        return template.database();
    }

    private static PostgresUrl create(String options) {
        String name = "t" + UUID.randomUUID().toString().replace("-", "");
        execute(SERVER, "create database %s %s".formatted(name, options));
        return new PostgresUrl(
                SERVER.host(), SERVER.port(), name, SERVER.user(), SERVER.password(), SERVER.parameters());
    }

    private TestPostgres() {}
}
