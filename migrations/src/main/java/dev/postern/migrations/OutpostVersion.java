package dev.postern.migrations;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;

/** What is found in a database that has none of our history: nothing, or what Outpost left. */
sealed interface OutpostVersion {

    /** ClickHouse's error for a column that isn't there. */
    int UNKNOWN_IDENTIFIER = 47;

    /** PostgreSQL's versions that are taken over; columns beyond {@link PostgresMigrations#VERSION} are left alone. */
    Span POSTGRES = new Span(10, 12);

    /** ClickHouse's versions that are taken over; columns beyond {@link ClickHouseMigrations#VERSION} are left alone. */
    Span CLICKHOUSE = new Span(3, 5);

    /** No log yet. */
    record Absent() implements OutpostVersion {}

    /** Outpost's log, whole. */
    record Adoptable(int version) implements OutpostVersion {}

    /** Something that must not be touched. */
    record Unusable(String reason) implements OutpostVersion {}

    /** The versions from the oldest to the newest that is known. */
    record Span(int oldest, int newest) {}

    static OutpostVersion of(Connection connection) throws SQLException {
        Set<String> tables = tables(connection);
        boolean log = tables.contains("events") || tables.contains("attempts") || tables.contains("deliveries");
        if (!tables.contains("schema_migrations")) {
            return log ? withoutRecord("") : new Absent();
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select version, dirty from schema_migrations")) {
            if (!row.next()) {
                return log ? notOutposts() : new Absent();
            }
            return judge(row.getLong("version"), row.getBoolean("dirty"), log, POSTGRES);
        } catch (SQLException e) {
            if ("42703".equals(e.getSQLState())) {
                return notOutposts();
            }
            throw e;
        }
    }

    /** The version that the deployment's tables are at; its tool's record is the row of the highest sequence. */
    static OutpostVersion of(Connection connection, ClickHouseTarget target) throws SQLException {
        String prefix = target.tablePrefix();
        Set<String> tables = new HashSet<>();
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("select name from system.tables where database = currentDatabase()")) {
            while (row.next()) {
                tables.add(row.getString(1));
            }
        }
        boolean log = tables.contains(prefix + "events") || tables.contains(prefix + "attempts");
        if (!tables.contains(prefix + "schema_migrations")) {
            return log ? withoutRecord(prefix) : new Absent();
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "select version, dirty from `%sschema_migrations` order by sequence desc limit 1"
                                .formatted(prefix))) {
            if (!row.next()) {
                return log ? notOutposts() : new Absent();
            }
            return judge(row.getLong("version"), row.getInt("dirty") != 0, log, CLICKHOUSE);
        } catch (SQLException e) {
            if (ClickHouseTrouble.code(e) == UNKNOWN_IDENTIFIER) {
                return notOutposts();
            }
            throw e;
        }
    }

    private static OutpostVersion judge(long version, boolean dirty, boolean log, Span span) {
        if (!log) {
            return notOutposts();
        }
        if (dirty) {
            return new Unusable(
                    "Outpost's migration %d was broken off halfway (schema_migrations says dirty).".formatted(version)
                            + " Mend it with Outpost's own tool, 'outpost migrate', then try again.");
        }
        if (version < span.oldest()) {
            return new Unusable("Outpost left it at version %d (expected: %d..%d). Bring it forward with Outpost's"
                            .formatted(version, span.oldest(), span.newest())
                    + " own tool, 'outpost migrate apply', then try again.");
        }
        return version > span.newest()
                ? new Unusable("a newer Outpost left it at version %d (expected: %d..%d). It needs a newer Postern."
                        .formatted(version, span.oldest(), span.newest()))
                : new Adoptable((int) version);
    }

    private static Unusable withoutRecord(String prefix) {
        return new Unusable("it has tables of the log's names, but no '%sschema_migrations': they are not Outpost's."
                        .formatted(prefix)
                + " Choose another database.");
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
