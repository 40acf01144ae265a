package dev.postern.servers;

import dev.postern.clickhouse.ClickHouseAbsentException;
import dev.postern.clickhouse.ClickHouseAddress;
import dev.postern.clickhouse.SharedClickHouse;
import dev.postern.migrations.ClickHouseTarget;
import dev.postern.migrations.MigrationResult.Applied;
import dev.postern.migrations.Migrator;
import dev.postern.migrations.MigratorSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.util.UUID;
import org.junit.jupiter.api.Assumptions;

/**
 * The ClickHouse that tests run against, shared by all of this JVM. Every caller gets a database of its own,
 * so that tests don't meet. Where none is to be had, the caller's test is skipped, and one line says why.
 */
public final class TestClickHouse {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** A database nobody else has, with the log's tables in it, empty. */
    public static ClickHouseTarget database() {
        return database("");
    }

    /** The same, with a deployment's tables. */
    public static ClickHouseTarget database(String deploymentId) {
        ClickHouseTarget target = emptyDatabase(deploymentId);
        if (!(new Migrator(target, null, MigratorSettings.DEFAULT, Clock.systemUTC()).apply() instanceof Applied)) {
            throw new IllegalStateException(target + " could not be migrated");
        }
        return target;
    }

    /** A database nobody else has, without tables. */
    public static ClickHouseTarget emptyDatabase(String deploymentId) {
        ClickHouseAddress server = server();
        String name = "t" + UUID.randomUUID().toString().replace("-", "");
        ClickHouseTarget target = new ClickHouseTarget(
                server.http().getHost(),
                server.http().getPort(),
                server.http().getScheme().equals("https"),
                server.user(),
                server.password(),
                name,
                deploymentId);
        query(server, "default", "create database " + name);
        return target;
    }

    /** Executes SQL there and then, for what a test needs to arrange. */
    public static void execute(ClickHouseTarget target, String... statements) {
        for (String sql : statements) {
            query(target, sql);
        }
    }

    /** What a statement answers, as ClickHouse's TabSeparated text. */
    public static String query(ClickHouseTarget target, String sql) {
        return query(server(), target.database(), sql);
    }

    private static ClickHouseAddress server() {
        try {
            return SharedClickHouse.address();
        } catch (ClickHouseAbsentException e) {
            System.err.println("NOT RUN: a test on ClickHouse, because " + e.getMessage());
            Assumptions.abort("no ClickHouse: " + e.getMessage());
            throw new IllegalStateException(e);
        }
    }

    private static String query(ClickHouseAddress server, String database, String sql) {
        try {
            HttpResponse<String> response = HTTP.send(
                    HttpRequest.newBuilder(server.http())
                            .header("X-ClickHouse-User", server.user())
                            .header("X-ClickHouse-Key", server.password())
                            .header("X-ClickHouse-Database", database)
                            .POST(BodyPublishers.ofString(sql))
                            .build(),
                    BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IllegalStateException(sql + ": " + response.body());
            }
            return response.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private TestClickHouse() {}
}
