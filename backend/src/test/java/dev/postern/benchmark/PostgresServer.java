package dev.postern.benchmark;

import dev.postern.app.embedded.DataDirectory;
import dev.postern.app.embedded.EmbeddedPostgres;
import dev.postern.logstore.postgres.PostgresPool;
import dev.postern.logstore.postgres.PostgresPoolSettings;
import dev.postern.migrations.MigrationResult.Applied;
import dev.postern.migrations.Migrator;
import dev.postern.migrations.MigratorSettings;
import dev.postern.migrations.PostgresUrl;
import io.r2dbc.pool.ConnectionPool;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** A server given by its URL, or an own one, whose data is kept from one run to the next. */
public final class PostgresServer implements AutoCloseable {

    /** A page is not to be broken off, however busy the machine is. */
    private static final Duration STATEMENT = Duration.ofMinutes(5);

    private final PostgresUrl url;
    private final @Nullable DataDirectory data;
    private final @Nullable EmbeddedPostgres embedded;

    private PostgresServer(PostgresUrl url, @Nullable DataDirectory data, @Nullable EmbeddedPostgres embedded) {
        this.url = url;
        this.data = data;
        this.embedded = embedded;
    }

    public static PostgresServer start(@Nullable String given, Path directory) throws SQLException {
        if (given != null) {
            return new PostgresServer(PostgresUrl.parse(given), null, null);
        }
        DataDirectory data = DataDirectory.open(directory.toAbsolutePath());
        EmbeddedPostgres embedded = EmbeddedPostgres.start(data, "benchmark");
        PostgresUrl url = PostgresUrl.parse(embedded.url());
        try (Connection connection = connect(url)) {
            if (!"minimal".equals(value(connection, "show wal_level"))) {
                // Seeding then writes each row once, not twice. What is measured is logged as ever.
                execute(
                        connection,
                        "alter system set wal_level = 'minimal'",
                        "alter system set max_wal_senders = 0",
                        "alter system set max_wal_size = '8GB'",
                        "alter system set shared_buffers = '1GB'");
                embedded.close();
                embedded = EmbeddedPostgres.start(data, "benchmark");
            }
        }
        return new PostgresServer(PostgresUrl.parse(embedded.url()), data, embedded);
    }

    /** Makes the database anew, with the log's tables in it, empty. */
    PostgresUrl create(String name) throws SQLException {
        drop(name);
        try (Connection connection = connect(url)) {
            execute(connection, "create database " + name);
        }
        PostgresUrl created = database(name);
        if (!(new Migrator(created, null, MigratorSettings.DEFAULT, Clock.systemUTC()).apply() instanceof Applied)) {
            throw new IllegalStateException("the database %s could not be migrated".formatted(name));
        }
        return created;
    }

    void drop(String name) throws SQLException {
        try (Connection connection = connect(url)) {
            execute(connection, "drop database if exists %s with (force)".formatted(name));
        }
    }

    PostgresUrl database(String name) {
        return new PostgresUrl(url.host(), url.port(), name, url.user(), url.password(), url.parameters());
    }

    Connection connect() throws SQLException {
        return connect(url);
    }

    static Connection connect(PostgresUrl database) throws SQLException {
        var properties = new Properties();
        properties.setProperty("user", database.user());
        properties.setProperty("password", database.password());
        return DriverManager.getConnection(database.jdbcUrl(), properties);
    }

    public static ConnectionPool pool(PostgresUrl url) {
        PostgresPoolSettings usual = PostgresPoolSettings.of(
                url.host(), url.port(), url.database(), url.user(), url.password(), url.parameters());
        return PostgresPool.create(new PostgresPoolSettings(
                usual.host(),
                usual.port(),
                usual.database(),
                usual.user(),
                usual.password(),
                usual.parameters(),
                usual.maxConnections(),
                usual.connectTimeout(),
                usual.acquireTimeout(),
                STATEMENT,
                usual.preparedStatements()));
    }

    static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    static @Nullable String value(Connection connection, String sql) throws SQLException {
        List<String[]> rows = rows(connection, sql);
        return rows.isEmpty() ? null : rows.getFirst()[0];
    }

    static List<String[]> rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String[]> rows = new ArrayList<>();
            while (result.next()) {
                String[] row = new String[result.getMetaData().getColumnCount()];
                for (int i = 0; i < row.length; i++) {
                    row[i] = Objects.requireNonNullElse(result.getString(i + 1), "");
                }
                rows.add(row);
            }
            return rows;
        }
    }

    @Override
    public void close() {
        if (embedded != null) {
            embedded.close();
        }
        if (data != null) {
            data.close();
        }
    }
}
