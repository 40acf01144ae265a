package dev.postern.migrations;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.api.output.MigrateOutput;

/** The log's tables, by Flyway. A database that Outpost migrated gets a baseline at Outpost's version. */
final class PostgresMigrations implements LogMigrations {

    /** Outpost's version of the form that we bring a database to. */
    static final int VERSION = 11;

    private static final String HISTORY = "postern_schema_history";

    /** Held by a session while it migrates. Flyway has a lock too, but not around the choice of a baseline. */
    private static final long LOCK = 0x706f737465726eL;

    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private final PostgresUrl url;
    private final MigratorSettings settings;

    PostgresMigrations(PostgresUrl url, MigratorSettings settings) {
        this.url = url;
        this.settings = settings;
    }

    @Override
    public List<Step> pending() {
        return withConnection(connection -> {
            if (hasHistory(connection)) {
                return steps(flyway(0));
            }
            int version = startingVersion(connection);
            return steps(flyway(0)).stream()
                    .filter(step -> Integer.parseInt(step.name()) > version)
                    .toList();
        });
    }

    @Override
    public boolean untouched() {
        return withConnection(connection -> !hasHistory(connection) && startingVersion(connection) == 0);
    }

    @Override
    public Optional<Step> adoption() {
        return withConnection(connection -> hasHistory(connection) ? Optional.empty() : adoption(connection));
    }

    @Override
    public List<Step> apply() {
        return withConnection(connection -> {
            lock(connection);
            boolean history = hasHistory(connection);
            Flyway flyway = flyway(history ? 0 : startingVersion(connection));
            List<Step> steps = new ArrayList<>();
            if (!history) {
                adoption(connection).ifPresent(steps::add);
                flyway.baseline();
            }
            flyway.migrate().migrations.forEach(done -> steps.add(step(done)));
            return steps;
        });
    }

    @Override
    public List<String> faults() {
        return withConnection(connection -> {
            List<String> faults = new ArrayList<>();
            if (hasHistory(connection)) {
                flyway(0)
                        .validateWithResult()
                        .invalidMigrations
                        .forEach(invalid -> faults.add("POSTGRES: migration %s: %s"
                                .formatted(invalid.version, invalid.errorDetails.errorMessage)));
            }
            faults.addAll(LogTables.faults(connection));
            return faults;
        });
    }

    /** The version that the database is at, in Outpost's count; 0 where there is no log yet. */
    private int startingVersion(Connection connection) throws SQLException {
        return switch (OutpostVersion.of(connection)) {
            case OutpostVersion.Absent() -> 0;
            case OutpostVersion.Adoptable(int version) -> Math.min(version, VERSION);
            case OutpostVersion.Unusable(String reason) ->
                throw new MigrationException("PostgreSQL %s can't be migrated: %s".formatted(url, reason));
        };
    }

    private Optional<Step> adoption(Connection connection) throws SQLException {
        int version = startingVersion(connection);
        return version == 0 ? Optional.empty() : Optional.of(Step.adoption(Step.Store.POSTGRES, version));
    }

    private Flyway flyway(int baseline) {
        FluentConfiguration configuration = Flyway.configure(PostgresMigrations.class.getClassLoader())
                .dataSource(url.jdbcUrl(), url.user(), url.password())
                .locations("classpath:postgres")
                .table(HISTORY)
                .baselineVersion(String.valueOf(baseline))
                .baselineDescription(baseline == 0 ? "Start" : "Adopted from Outpost")
                .ignoreMigrationPatterns("*:future", "*:pending")
                .cleanDisabled(true);
        return configuration.load();
    }

    private static List<Step> steps(Flyway flyway) {
        return Arrays.stream(flyway.info().pending())
                .map(PostgresMigrations::step)
                .toList();
    }

    private static Step step(MigrationInfo migration) {
        return new Step(
                Step.Store.POSTGRES,
                String.valueOf(migration.getVersion()),
                String.valueOf(migration.getDescription()));
    }

    private static Step step(MigrateOutput migration) {
        return new Step(Step.Store.POSTGRES, migration.version, migration.description);
    }

    private static boolean hasHistory(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "select from pg_class where relnamespace = current_schema()::regnamespace and relname = ?")) {
            statement.setString(1, HISTORY);
            return statement.executeQuery().next();
        }
    }

    private void lock(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("set lock_timeout = " + settings.lockWait().toMillis());
            statement.execute("select pg_advisory_lock(" + LOCK + ")");
        } catch (SQLException e) {
            if (LOCK_NOT_AVAILABLE.equals(e.getSQLState())) {
                throw new MigrationException(
                        "PostgreSQL %s: another migration has been running for %s. Try again later."
                                .formatted(url, settings.lockWait()));
            }
            throw e;
        }
    }

    private <T> T withConnection(Work<T> work) {
        Properties properties = new Properties();
        properties.setProperty("user", url.user());
        properties.setProperty("password", url.password());
        if (!url.parameters().containsKey("connect_timeout")) {
            long seconds = Math.max(1, settings.connectTimeout().toSeconds());
            properties.setProperty("connectTimeout", String.valueOf(seconds));
            properties.setProperty("loginTimeout", String.valueOf(seconds));
        }
        try (Connection connection = DriverManager.getConnection(url.jdbcUrl(), properties)) {
            return work.with(connection);
        } catch (SQLException | FlywayException e) {
            throw new MigrationException("PostgreSQL %s: %s".formatted(url, e.getMessage()), e);
        }
    }

    @FunctionalInterface
    private interface Work<T> {
        T with(Connection connection) throws SQLException;
    }
}
