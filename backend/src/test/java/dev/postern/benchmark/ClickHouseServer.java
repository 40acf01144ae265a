package dev.postern.benchmark;

import dev.postern.clickhouse.ClickHouseAbsentException;
import dev.postern.clickhouse.ClickHouseEngine;
import dev.postern.migrations.ClickHouseTarget;
import dev.postern.migrations.MigrationResult.Applied;
import dev.postern.migrations.Migrator;
import dev.postern.migrations.MigratorSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A server given by its URL, or an own engine, whose data is kept from one run to the next. */
final class ClickHouseServer implements AutoCloseable {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final URI http;
    private final String user;
    private final String password;
    private final @Nullable ClickHouseEngine engine;

    private ClickHouseServer(URI http, String user, String password, @Nullable ClickHouseEngine engine) {
        this.http = http;
        this.user = user;
        this.password = password;
        this.engine = engine;
    }

    /** @param given {@code http://user:password@host:8123}, or null for an own engine */
    static ClickHouseServer start(@Nullable String given, Path directory)
            throws IOException, InterruptedException, ClickHouseAbsentException {
        if (given != null) {
            URI url = URI.create(given);
            String[] who = ((url.getUserInfo() == null ? "default" : url.getUserInfo()) + ":").split(":", -1);
            return new ClickHouseServer(
                    URI.create("%s://%s:%d".formatted(url.getScheme(), url.getHost(), url.getPort())),
                    who[0],
                    who[1],
                    null);
        }
        ClickHouseEngine engine = ClickHouseEngine.start(
                directory.resolve("clickhouse"),
                "--max_server_memory_usage=8000000000",
                "--background_pool_size=%d".formatted(Runtime.getRuntime().availableProcessors()));
        return new ClickHouseServer(
                engine.address().http(),
                engine.address().user(),
                engine.address().password(),
                engine);
    }

    /** Makes the database anew, with the log's tables in it, empty. */
    ClickHouseTarget create(String name) {
        drop(name);
        query("default", "create database " + name);
        ClickHouseTarget target = target(name);
        if (!(new Migrator(target, null, MigratorSettings.DEFAULT, Clock.systemUTC()).apply() instanceof Applied)) {
            throw new IllegalStateException("the database %s could not be migrated".formatted(name));
        }
        return target;
    }

    void drop(String name) {
        query("default", "drop database if exists " + name);
    }

    ClickHouseTarget target(String name) {
        return new ClickHouseTarget(
                http.getHost(), http.getPort(), http.getScheme().equals("https"), user, password, name, "");
    }

    /** The rows of a statement's answer. */
    List<String[]> rows(String database, String sql) {
        String text = query(database, sql);
        return text.isEmpty()
                ? List.of()
                : Arrays.stream(text.split("\n", -1))
                        .filter(line -> !line.isEmpty())
                        .map(line -> line.split("\t", -1))
                        .toList();
    }

    String query(String database, String sql) {
        try {
            HttpResponse<String> response = HTTP.send(
                    HttpRequest.newBuilder(http.resolve("/?database=" + database))
                            .header("X-ClickHouse-User", user)
                            .header("X-ClickHouse-Key", password)
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

    @Override
    public void close() {
        if (engine != null) {
            engine.close();
        }
    }
}
