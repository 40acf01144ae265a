package dev.postern.migrations;

import dev.postern.migrations.MigrationResult.Applied;
import dev.postern.migrations.MigrationResult.Faulty;
import dev.postern.migrations.MigrationResult.Planned;
import dev.postern.migrations.MigrationResult.Refused;
import dev.postern.migrations.MigrationResult.Unlocked;
import dev.postern.migrations.MigrationResult.Verified;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Brings the configured stores to the form that this version needs, which is Outpost's own. Every call
 * connects, works and disconnects, and blocks meanwhile. Several processes may apply at once, and again.
 */
public final class Migrator {

    private final @Nullable LogMigrations log;
    private final @Nullable RedisMigrations redis;

    /**
     * @param log null to leave the log alone
     * @param redis null to leave Redis alone
     */
    public Migrator(@Nullable LogTarget log, @Nullable RedisTarget redis, MigratorSettings settings, Clock clock) {
        this.log = switch (log) {
            case null -> null;
            case PostgresUrl url -> new PostgresMigrations(url, settings);
            case ClickHouseTarget target -> new ClickHouseMigrations(target, settings);
        };
        this.redis = redis == null ? null : new RedisMigrations(redis, settings, clock);
    }

    /** What an apply would do: Planned or Refused. Changes nothing. */
    public MigrationResult plan() {
        return orRefused(() -> {
            List<Step> steps = new ArrayList<>();
            if (log != null) {
                log.adoption().ifPresent(steps::add);
            }
            steps.addAll(pending());
            return new Planned(steps);
        });
    }

    /** Takes the pending steps: Applied or Refused. */
    public MigrationResult apply() {
        return orRefused(() -> {
            List<Step> steps = new ArrayList<>();
            if (log != null) {
                steps.addAll(apply(log));
            }
            if (redis != null) {
                steps.addAll(redis.apply());
            }
            return new Applied(steps);
        });
    }

    /** Compares the stores with what is expected: Verified, Faulty or Refused. Changes nothing. */
    public MigrationResult verify() {
        return orRefused(() -> {
            List<String> faults = new ArrayList<>();
            List<Step> pending = pending();
            if (log != null && log.untouched()) {
                Step.Store store = pending.getFirst().store();
                faults.add("%s: the database has not been migrated (expected: after migrate apply)".formatted(store));
                pending.stream().filter(step -> step.store() != store).forEach(step -> faults.add(missing(step)));
                return new Faulty(faults);
            }
            pending.forEach(step -> faults.add(missing(step)));
            if (log != null) {
                faults.addAll(log.faults());
            }
            return faults.isEmpty() ? new Verified() : new Faulty(faults);
        });
    }

    /** Takes away the lock of a migration that died: Unlocked or Refused. Not while one is running. */
    public MigrationResult unlock() {
        return orRefused(() -> new Unlocked(redis != null && redis.unlock()));
    }

    /**
     * The steps that are not applied yet; a server with any must not start.
     *
     * @throws MigrationException when a store can't be reached, or its state is one that must not be migrated
     */
    public List<Step> pending() {
        List<Step> steps = new ArrayList<>();
        if (log != null) {
            steps.addAll(log.pending());
        }
        if (redis != null) {
            steps.addAll(redis.pending());
        }
        return List.copyOf(steps);
    }

    private static String missing(Step step) {
        return "%s: migration %s (%s) is not applied".formatted(step.store(), step.name(), step.effect());
    }

    /** ClickHouse has no lock of its own to keep two processes apart; so Redis's is taken, where there is one. */
    private List<Step> apply(LogMigrations migrations) {
        return switch (migrations) {
            case PostgresMigrations own -> own.apply();
            case ClickHouseMigrations none ->
                redis == null || none.settled() ? none.apply() : redis.holdingLock(none::apply);
        };
    }

    private static MigrationResult orRefused(Supplier<MigrationResult> command) {
        try {
            return command.get();
        } catch (MigrationException e) {
            return new Refused(String.valueOf(e.getMessage()));
        }
    }
}
