package dev.postern.migrations;

import java.util.List;

/** The migrations of the store that keeps the log. */
sealed interface LogMigrations permits PostgresMigrations, ClickHouseMigrations {

    List<Step> pending();

    List<Step> apply();

    /** What differs from the form that is expected, one line each. */
    List<String> faults();
}
