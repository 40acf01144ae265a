package dev.postern.app.command;

import dev.postern.app.embedded.Stores;
import dev.postern.app.settings.Settings;
import dev.postern.app.start.Migrators;
import dev.postern.migrations.MigrationResult;
import dev.postern.migrations.MigrationResult.Applied;
import dev.postern.migrations.MigrationResult.Faulty;
import dev.postern.migrations.MigrationResult.Planned;
import dev.postern.migrations.MigrationResult.Refused;
import dev.postern.migrations.MigrationResult.Unlocked;
import dev.postern.migrations.MigrationResult.Verified;
import dev.postern.migrations.Migrator;
import dev.postern.migrations.Step;
import java.io.PrintStream;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

/** Plans, applies and verifies the migrations of the configured stores; embedded ones are started for it. */
final class MigrateCommand {

    private final PrintStream out;
    private final PrintStream err;
    private final Settings settings;

    MigrateCommand(PrintStream out, PrintStream err, Settings settings) {
        this.out = out;
        this.err = err;
        this.settings = settings;
    }

    int run(Command.Action action) {
        quieten();
        try (Stores stores = Stores.open(settings)) {
            Migrators migrators = new Migrators(settings, stores, Clock.systemUTC());
            Migrator migrator = migrators.all();
            MigrationResult result = switch (action) {
                case PLAN -> migrator.plan();
                case APPLY -> migrator.apply();
                case VERIFY -> migrator.verify();
                case UNLOCK -> migrator.unlock();
            };
            return report(result, migrators);
        }
    }

    /** Nothing has configured logging here, and by itself it would bury the answer. */
    private static void quieten() {
        LoggingSystem logging = LoggingSystem.get(MigrateCommand.class.getClassLoader());
        logging.setLogLevel(LoggingSystem.ROOT_LOGGER_NAME, LogLevel.ERROR);
        logging.setLogLevel("io.zonky.test.db.postgres", LogLevel.OFF);
    }

    private int report(MigrationResult result, Migrators migrators) {
        return switch (result) {
            case Planned(List<Step> steps) -> listed(steps, "pending", "Nothing is pending.");
            case Applied(List<Step> steps) -> listed(steps, "applied", "Nothing was pending.");
            case Verified() -> said("The stores are as they should be.");
            case Unlocked(boolean wasHeld) -> said(wasHeld ? "The lock was taken away." : "Nobody held the lock.");
            case Faulty(List<String> faults) -> {
                faults.forEach(err::println);
                yield 1;
            }
            case Refused(String reason) -> {
                err.println(migrators.explain(reason));
                yield 1;
            }
        };
    }

    private int listed(List<Step> steps, String state, String otherwise) {
        if (steps.isEmpty()) {
            return said(otherwise);
        }
        steps.forEach(step -> out.printf(
                "%s  %-8s  %s  %s%n", state, step.store().name().toLowerCase(Locale.ROOT), step.name(), step.effect()));
        return 0;
    }

    private int said(String line) {
        out.println(line);
        return 0;
    }
}
