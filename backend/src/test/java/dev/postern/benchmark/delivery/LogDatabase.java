package dev.postern.benchmark.delivery;

import dev.postern.app.embedded.DataDirectory;
import dev.postern.app.embedded.EmbeddedPostgres;
import dev.postern.benchmark.product.PostgresProcess;
import dev.postern.migrations.PostgresUrl;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/** A PostgreSQL of its own that remembers when each row was committed, with an empty database. */
final class LogDatabase implements AutoCloseable {

    private static final String NAME = "delivery";

    private final DataDirectory data;
    private final EmbeddedPostgres server;
    private final Path files;
    private final PostgresUrl url;

    private LogDatabase(DataDirectory data, EmbeddedPostgres server, Path files) {
        this.data = data;
        this.server = server;
        this.files = files;
        PostgresUrl all = PostgresUrl.parse(server.url());
        url = new PostgresUrl(all.host(), all.port(), NAME, all.user(), all.password(), all.parameters());
    }

    static LogDatabase start(Path directory) throws SQLException {
        DataDirectory data = DataDirectory.open(directory);
        EmbeddedPostgres server = EmbeddedPostgres.start(data, "benchmark");
        try (Connection connection = connect(PostgresUrl.parse(server.url()));
                Statement statement = connection.createStatement()) {
            statement.execute("alter system set track_commit_timestamp = on");
        }
        server.close();
        server = EmbeddedPostgres.start(data, "benchmark");
        try (Connection connection = connect(PostgresUrl.parse(server.url()));
                Statement statement = connection.createStatement()) {
            statement.execute("drop database if exists %s with (force)".formatted(NAME));
            statement.execute("create database " + NAME);
        }
        return new LogDatabase(data, server, directory);
    }

    String url() {
        return "postgres://%s:%s@%s:%d/%s".formatted(url.user(), url.password(), url.host(), url.port(), NAME);
    }

    /** Of each event of the run, when its first delivery was committed, in microseconds. */
    Map<String, Long> commits(String run) {
        try (Connection connection = connect(url);
                PreparedStatement statement = connection.prepareStatement("""
                        select event_id, extract(epoch from min(pg_xact_commit_timestamp(xmin))) * 1000000
                        from attempts where event_id like ? group by event_id
                        """)) {
            statement.setString(1, run + "-%");
            try (ResultSet rows = statement.executeQuery()) {
                Map<String, Long> commits = new HashMap<>();
                while (rows.next()) {
                    commits.put(rows.getString(1), rows.getBigDecimal(2).longValue());
                }
                return commits;
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Empties the log, so that no run has a larger one than another. */
    void empty() {
        try (Connection connection = connect(url);
                Statement statement = connection.createStatement()) {
            statement.execute("truncate events, attempts");
            statement.execute("checkpoint");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Of the server and all its processes. */
    ProcessHandle process() {
        return PostgresProcess.of(files);
    }

    @Override
    public void close() {
        server.close();
        data.close();
    }

    private static Connection connect(PostgresUrl database) throws SQLException {
        var properties = new Properties();
        properties.setProperty("user", database.user());
        properties.setProperty("password", database.password());
        return DriverManager.getConnection(database.jdbcUrl(), properties);
    }
}
