package dev.postern.servers;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Fills tables of PostgreSQL's while they have no indexes, which are made anew afterwards: many times
 * faster where the rows are many.
 */
public final class BulkLoad {

    private static final String TABLES = "('events'::regclass, 'attempts'::regclass)";

    /** Where rows come from; any connections may be used. */
    @FunctionalInterface
    public interface Filling {
        void run() throws SQLException;
    }

    /** Fills the log's two tables; their statistics are made too. */
    public static void run(Connection connection, Filling filling) throws SQLException {
        List<String> creates = column(
                connection,
                "select 'alter table ' || conrelid::regclass || ' add ' || pg_get_constraintdef(oid)"
                        + " from pg_constraint where contype = 'p' and conrelid in " + TABLES
                        + " union all select replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ')"
                        + " from pg_index where not indisprimary and indrelid in " + TABLES);
        List<String> drops = column(
                connection,
                "select 'alter table ' || conrelid::regclass || ' drop constraint ' || quote_ident(conname)"
                        + " from pg_constraint where contype = 'p' and conrelid in " + TABLES
                        + " union all select 'drop index ' || indexrelid::regclass"
                        + " from pg_index where not indisprimary and indrelid in " + TABLES);
        execute(connection, drops);
        filling.run();
        execute(
                connection,
                List.of(
                        "set maintenance_work_mem = '512MB'",
                        "set max_parallel_maintenance_workers = "
                                + Runtime.getRuntime().availableProcessors()));
        execute(connection, creates);
        execute(connection, List.of("vacuum (analyze) events", "vacuum (analyze) attempts"));
    }

    private static List<String> column(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            while (result.next()) {
                values.add(result.getString(1));
            }
            return values;
        }
    }

    private static void execute(Connection connection, List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private BulkLoad() {}
}
