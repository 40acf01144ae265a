package dev.postern.logstore.postgres;

/**
 * Limits of the log in PostgreSQL.
 *
 * @param maxBranches how many values of a list's filters (tenants times destinations, say) are read as
 *     ordered lists of their own and merged, so that a page costs what it holds; with more values the
 *     database may have to read and sort all that match. 1 to 100, default 20
 * @param rowsPerInsert the most rows in one INSERT, 1 to 10,000, default 1,000
 * @param bytesPerInsert about how much text goes into one INSERT, from 1 KiB, default 16 MiB; a row
 *     larger than that goes alone
 * @param cachedStatements how many rendered statements are kept, from 1, default 512
 */
public record PostgresLogStoreSettings(int maxBranches, int rowsPerInsert, int bytesPerInsert, int cachedStatements) {

    /** The defaults. */
    public static final PostgresLogStoreSettings DEFAULT =
            new PostgresLogStoreSettings(20, 1_000, 16 * 1024 * 1024, 512);

    public PostgresLogStoreSettings {
        within("maxBranches", maxBranches, 1, 100);
        within("rowsPerInsert", rowsPerInsert, 1, 10_000);
        within("bytesPerInsert", bytesPerInsert, 1_024, Integer.MAX_VALUE);
        within("cachedStatements", cachedStatements, 1, Integer.MAX_VALUE);
    }

    private static void within(String name, int value, int from, int to) {
        if (value < from || value > to) {
            throw new IllegalArgumentException("%s: %d (expected: %d..%d)".formatted(name, value, from, to));
        }
    }
}
