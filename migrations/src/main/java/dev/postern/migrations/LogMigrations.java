package dev.postern.migrations;

import java.util.List;
import java.util.Optional;

/** The migrations of the store that keeps the log. */
sealed interface LogMigrations permits PostgresMigrations, ClickHouseMigrations {

    List<Step> pending();

    /** Whether nothing has been migrated yet, by us or by Outpost. */
    boolean untouched();

    /** That a database which Outpost migrated is to become ours; its own migrations are not repeated. */
    Optional<Step> adoption();

    List<Step> apply();

    /** What differs from the form that is expected, one line each. */
    List<String> faults();
}
