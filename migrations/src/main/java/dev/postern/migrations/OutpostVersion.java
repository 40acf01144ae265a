package dev.postern.migrations;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;

/** What is found in a database that has none of our history: nothing, or what Outpost left. */
sealed interface OutpostVersion {

    /** The oldest version that is taken over. */
    int OLDEST = 10;

    /** The newest version that is known; its columns beyond {@link PostgresMigrations#VERSION} are left alone. */
    int NEWEST = 12;

    /** No log yet. */
    record Absent() implements OutpostVersion {}

    /** Outpost's log, whole. */
    record Adoptable(int version) implements OutpostVersion {}

    /** Something that must not be touched. */
    record Unusable(String reason) implements OutpostVersion {}

    static OutpostVersion of(Connection connection) throws SQLException {
        Set<String> tables = tables(connection);
        boolean log = tables.contains("events") || tables.contains("attempts") || tables.contains("deliveries");
        if (!tables.contains("schema_migrations")) {
            return log
                    ? new Unusable("it has tables 'events', 'attempts' or 'deliveries', but no 'schema_migrations':"
                            + " they are not Outpost's. Choose another database.")
                    : new Absent();
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select version, dirty from schema_migrations")) {
            if (!row.next()) {
                return log ? notOutposts() : new Absent();
            }
            return judge(row.getLong("version"), row.getBoolean("dirty"), log);
        } catch (SQLException e) {
            if ("42703".equals(e.getSQLState())) {
                return notOutposts();
            }
            throw e;
        }
    }

    private static OutpostVersion judge(long version, boolean dirty, boolean log) {
        if (!log) {
            return notOutposts();
        }
        if (dirty) {
            return new Unusable(
                    "Outpost's migration %d was broken off halfway (schema_migrations says dirty).".formatted(version)
                            + " Mend it with Outpost's own tool, 'outpost migrate', then try again.");
        }
        if (version < OLDEST) {
            return new Unusable("Outpost left it at version %d (expected: %d..%d). Bring it forward with Outpost's"
                            .formatted(version, OLDEST, NEWEST)
                    + " own tool, 'outpost migrate apply', then try again.");
        }
        return version > NEWEST
                ? new Unusable("a newer Outpost left it at version %d (expected: %d..%d). It needs a newer Postern."
                        .formatted(version, OLDEST, NEWEST))
                : new Adoptable((int) version);
    }

    private static Unusable notOutposts() {
        return new Unusable("its 'schema_migrations' is not Outpost's. Choose another database.");
    }

    private static Set<String> tables(Connection connection) throws SQLException {
        Set<String> tables = new HashSet<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "select relname from pg_class where relnamespace = current_schema()::regnamespace"
                                + " and relkind in ('r', 'p', 'v', 'm', 'f')")) {
            while (row.next()) {
                tables.add(row.getString(1));
            }
        }
        return tables;
    }
}
