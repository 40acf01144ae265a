package dev.postern.migrations;

import java.util.List;

/** What came of a migration command. */
public sealed interface MigrationResult {

    /**
     * The steps that an apply would take.
     *
     * @param steps empty where everything is up to date
     */
    record Planned(List<Step> steps) implements MigrationResult {
        public Planned {
            steps = List.copyOf(steps);
        }
    }

    /**
     * The steps that this apply took.
     *
     * @param steps empty where everything was up to date, or another process was faster
     */
    record Applied(List<Step> steps) implements MigrationResult {
        public Applied {
            steps = List.copyOf(steps);
        }
    }

    /** The stores are as they should be. */
    record Verified() implements MigrationResult {}

    /**
     * The stores are not as they should be.
     *
     * @param faults one sentence each
     */
    record Faulty(List<String> faults) implements MigrationResult {
        public Faulty {
            faults = List.copyOf(faults);
        }
    }

    /**
     * The lock is free.
     *
     * @param wasHeld whether somebody held it before
     */
    record Unlocked(boolean wasHeld) implements MigrationResult {}

    /**
     * Nothing was changed in the store that the reason names, because its state or another process forbids
     * it, or it could not be reached.
     *
     * @param reason in a sentence or two, with what to do
     */
    record Refused(String reason) implements MigrationResult {}
}
