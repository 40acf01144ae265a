package dev.postern.logstore.postgres;

import dev.postern.model.Ranges;
import java.time.Duration;
import java.util.Map;

/**
 * Where PostgreSQL is and how it is spoken to.
 *
 * @param parameters libpq's {@code sslmode}, {@code sslrootcert}, {@code sslcert}, {@code sslkey}, {@code
 *     application_name} and {@code search_path}
 * @param maxConnections from 1, default 10: more make pages no faster
 * @param connectTimeout default 10 s
 * @param acquireTimeout how long a statement may wait for a connection, default 10 s
 * @param statementTimeout after which the server breaks a statement off, default 30 s
 * @param preparedStatements how many are kept on each connection, default 256
 */
public record PostgresPoolSettings(
        String host,
        int port,
        String database,
        String user,
        String password,
        Map<String, String> parameters,
        int maxConnections,
        Duration connectTimeout,
        Duration acquireTimeout,
        Duration statementTimeout,
        int preparedStatements) {

    public PostgresPoolSettings {
        parameters = Map.copyOf(parameters);
        Ranges.requireAtLeast("maxConnections", maxConnections, 1);
        Ranges.requireAtLeast("preparedStatements", preparedStatements, 1);
    }

    /** The defaults. */
    public static PostgresPoolSettings of(
            String host, int port, String database, String user, String password, Map<String, String> parameters) {
        return new PostgresPoolSettings(
                host,
                port,
                database,
                user,
                password,
                parameters,
                10,
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                Duration.ofSeconds(30),
                256);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "%s:%d/%s".formatted(host, port, database);
    }
}
