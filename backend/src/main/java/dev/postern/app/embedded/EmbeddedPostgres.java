package dev.postern.app.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.FileSystemUtils;

/**
 * A PostgreSQL of our own, on the loopback address and behind a password, with the durability of a
 * real one. It runs detached, as {@link EmbeddedRedis} does.
 */
public final class EmbeddedPostgres implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgres.class);
    private static final Duration START = Duration.ofMinutes(3);
    private static final String DATABASE = "postern";

    private final io.zonky.test.db.postgres.embedded.EmbeddedPostgres server;
    private final Path pidFile;
    private final Path programs;
    private final String password;

    private EmbeddedPostgres(
            io.zonky.test.db.postgres.embedded.EmbeddedPostgres server, Path pidFile, Path programs, String password) {
        this.server = server;
        this.pidFile = pidFile;
        this.programs = programs;
        this.password = password;
    }

    /** Starts the server and waits until it answers; stops one that was left behind first. */
    public static EmbeddedPostgres start(DataDirectory data, String password) {
        Path directory = data.directory("postgres");
        Path programs = data.directory("programs").resolve("postgres");
        Path pidFile = directory.resolve("postmaster.pid");
        DetachedServer.stop(pidFile, programs);
        Path whole = directory.resolve("postern.ready");
        try {
            if (!Files.exists(whole)) {
                // Nothing yet, or a first start that was cut off in the middle.
                FileSystemUtils.deleteRecursively(directory);
                data.directory("postgres");
            }
            var server = io.zonky.test.db.postgres.embedded.EmbeddedPostgres.builder()
                    .setDataDirectory(directory)
                    .setCleanDataDirectory(false)
                    .setOverrideWorkingDirectory(programs.toFile())
                    .setRegisterShutdownHook(false)
                    .setPGStartupWait(START)
                    .setConnectConfig("password", password)
                    // The library switches both off, for tests.
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("listen_addresses", "127.0.0.1")
                    .setServerConfig("unix_socket_directories", "")
                    .setServerConfig("max_connections", "100")
                    .start();
            var started = new EmbeddedPostgres(server, pidFile, programs, password);
            if (!Files.exists(whole)) {
                started.prepare(directory.resolve("pg_hba.conf"));
                Files.createFile(whole);
            }
            return started;
        } catch (IOException | IllegalStateException | SQLException e) {
            throw new StoreException("embedded PostgreSQL: does not start: " + e.getMessage(), e);
        }
    }

    /** Where it is, with user, password and database, as {@code POSTGRES_URL} would name it. */
    public String url() {
        return "postgres://postgres:%s@127.0.0.1:%d/%s?sslmode=disable".formatted(password, server.getPort(), DATABASE);
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException | IllegalStateException slowOrGone) {
            LOG.warn("The embedded PostgreSQL is asked to stop once more", slowOrGone);
        }
        DetachedServer.stop(pidFile, programs);
    }

    /** The first start trusts everyone on this machine; from here on the password is asked for. */
    private void prepare(Path hostRules) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER USER postgres PASSWORD '" + password + "'");
            PrivateFile.write(hostRules, "host all all 127.0.0.1/32 scram-sha-256\n");
            statement.execute("SELECT pg_reload_conf()");
            statement.execute("CREATE DATABASE " + DATABASE);
        }
    }
}
