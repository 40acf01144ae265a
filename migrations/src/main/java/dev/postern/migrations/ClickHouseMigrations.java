package dev.postern.migrations;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.MigrationVersion;

/**
 * The log's tables in ClickHouse, by Flyway. A database that Outpost migrated gets a baseline at Outpost's
 * version. What we add to a version of Outpost's has a number behind its dot. There is no lock in ClickHouse itself; the {@link Migrator} holds Redis's.
 */
final class ClickHouseMigrations implements LogMigrations {

    /** Outpost's version of the form that we bring a database to. */
    static final int VERSION = 4;

    private static final String HISTORY = "postern_schema_history";

    private final ClickHouseTarget target;
    private final MigratorSettings settings;

    ClickHouseMigrations(ClickHouseTarget target, MigratorSettings settings) {
        this.target = target;
        this.settings = settings;
    }

    @Override
    public List<Step> pending() {
        return withConnection(connection -> {
            if (hasHistory(connection)) {
                return steps(flyway(0));
            }
            MigrationVersion version = MigrationVersion.fromVersion(String.valueOf(startingVersion(connection)));
            return steps(flyway(0)).stream()
                    .filter(step -> MigrationVersion.fromVersion(step.name()).isNewerThan(version))
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
            boolean history = hasHistory(connection);
            Flyway flyway = flyway(history ? 0 : startingVersion(connection));
            List<Step> steps = new ArrayList<>();
            if (!history) {
                adoption(connection).ifPresent(steps::add);
                flyway.baseline();
            }
            if (Arrays.stream(flyway.info().all())
                    .anyMatch(migration -> migration.getState().isFailed())) {
                // Its statements can be repeated, but Flyway wouldn't while it remembers the failure.
                flyway.repair();
            }
            flyway.migrate()
                    .migrations
                    .forEach(done -> steps.add(new Step(Step.Store.CLICKHOUSE, done.version, done.description)));
            return steps;
        });
    }

    /** Whether an apply would change nothing at all, the record of a takeover included. */
    boolean settled() {
        return withConnection(
                connection -> hasHistory(connection) && steps(flyway(0)).isEmpty());
    }

    @Override
    public List<String> faults() {
        return withConnection(connection -> {
            List<String> faults = new ArrayList<>();
            if (hasHistory(connection)) {
                flyway(0)
                        .validateWithResult()
                        .invalidMigrations
                        .forEach(invalid -> faults.add("CLICKHOUSE: migration %s: %s"
                                .formatted(invalid.version, invalid.errorDetails.errorMessage)));
            }
            faults.addAll(ClickHouseTables.faults(connection, target.tablePrefix()));
            return faults;
        });
    }

    private int startingVersion(Connection connection) throws SQLException {
        return switch (OutpostVersion.of(connection, target)) {
            case OutpostVersion.Absent() -> 0;
            case OutpostVersion.Adoptable(int version) -> Math.min(version, VERSION);
            case OutpostVersion.Unusable(String reason) ->
                throw new MigrationException("ClickHouse %s can't be migrated: %s".formatted(target, reason));
        };
    }

    private Optional<Step> adoption(Connection connection) throws SQLException {
        int version = startingVersion(connection);
        return version == 0 ? Optional.empty() : Optional.of(Step.adoption(Step.Store.CLICKHOUSE, version));
    }

    private Flyway flyway(int baseline) {
        return Flyway.configure(ClickHouseMigrations.class.getClassLoader())
                .dataSource(jdbcUrl(), target.user(), target.password())
                .locations("classpath:clickhouse")
                .placeholders(Map.of("prefix", target.tablePrefix()))
                .table(target.tablePrefix() + HISTORY)
                .baselineVersion(String.valueOf(baseline))
                .baselineDescription(baseline == 0 ? "Start" : "Adopted from Outpost")
                .ignoreMigrationPatterns("*:future", "*:pending")
                .cleanDisabled(true)
                .load();
    }

    /** What is still to be done, or to be done again. */
    private static List<Step> steps(Flyway flyway) {
        return Arrays.stream(flyway.info().all())
                .filter(migration -> migration.getState() == MigrationState.PENDING
                        || migration.getState().isFailed())
                .map(ClickHouseMigrations::step)
                .toList();
    }

    private static Step step(MigrationInfo migration) {
        return new Step(
                Step.Store.CLICKHOUSE,
                String.valueOf(migration.getVersion()),
                String.valueOf(migration.getDescription()));
    }

    private boolean hasHistory(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "select name from system.tables where database = currentDatabase() and name = ?")) {
            statement.setString(1, target.tablePrefix() + HISTORY);
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    private String jdbcUrl() {
        return "jdbc:clickhouse:%s/%s?connection_timeout=%d&socket_timeout=%d"
                .formatted(
                        target.http(),
                        target.database(),
                        settings.connectTimeout().toMillis(),
                        settings.answerTimeout().toMillis());
    }

    private <T> T withConnection(Work<T> work) {
        Properties properties = new Properties();
        properties.setProperty("user", target.user());
        properties.setProperty("password", target.password());
        try (Connection connection = DriverManager.getConnection(jdbcUrl(), properties)) {
            return work.with(connection);
        } catch (SQLException | FlywayException e) {
            throw new MigrationException("ClickHouse %s: %s".formatted(target, ClickHouseTrouble.of(e, target)), e);
        }
    }

    @FunctionalInterface
    private interface Work<T> {
        T with(Connection connection) throws SQLException;
    }
}
