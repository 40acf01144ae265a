package dev.postern.migrations;

/**
 * One migration.
 *
 * @param name as the store's own record has it, such as {@code 11} or {@code 003_entity}
 * @param effect what it does, in a few words
 */
public record Step(Store store, String name, String effect) {

    /** The takeover of what Outpost brought to this version. */
    static Step adoption(Store store, int version) {
        return new Step(store, String.valueOf(version), "adopt what Outpost migrated up to here");
    }

    /** What is migrated. */
    public enum Store {
        POSTGRES,
        CLICKHOUSE,
        REDIS
    }
}
