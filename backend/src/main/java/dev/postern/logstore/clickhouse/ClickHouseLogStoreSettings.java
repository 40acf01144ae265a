package dev.postern.logstore.clickhouse;

import dev.postern.model.Ranges;
import java.net.URI;
import java.time.Duration;

/**
 * Where ClickHouse is, which of its tables are meant, and how much it is asked for at once.
 *
 * @param http the address of its HTTP interface, without a path
 * @param password empty for none
 * @param tablePrefix what the tables' names start with; empty for nothing
 */
public record ClickHouseLogStoreSettings(
        URI http, String user, String password, String database, String tablePrefix, Limits limits) {

    /** Without the password. */
    @Override
    public String toString() {
        return "%s/%s".formatted(http, database);
    }

    /**
     * Limits of the log in ClickHouse.
     *
     * @param maxReads how many statements read at a time, each on a connection and a thread of its own, from 1,
     *     default 10
     * @param maxCounts how many statements count for metrics at a time, each on a connection and a thread of its
     *     own, from 1, default 4
     * @param maxInserts how many batches are inserted at a time, from 1, default 4
     * @param maxWaiting how many reads, how many counts, and how many inserts, wait for their turn; one more is refused. From 1,
     *     default 1,000
     * @param connectTimeout default 10 s
     * @param statementTimeout after which the server breaks a statement off, its wait for a place included, from 1 s, default 30 s
     * @param cachedStatements how many rendered statements are kept, from 1, default 512
     * @param windowRows about how many rows of the table a list looks through in its first statement; where its
     *     page isn't full by then, the next looks through eight times as many. From 1, default 500,000
     */
    public record Limits(
            int maxReads,
            int maxCounts,
            int maxInserts,
            int maxWaiting,
            Duration connectTimeout,
            Duration statementTimeout,
            int cachedStatements,
            int windowRows) {

        /** The defaults. */
        public static final Limits DEFAULT =
                new Limits(10, 4, 4, 1_000, Duration.ofSeconds(10), Duration.ofSeconds(30), 512, 500_000);

        public Limits {
            Ranges.requireAtLeast("maxReads", maxReads, 1);
            Ranges.requireAtLeast("maxCounts", maxCounts, 1);
            Ranges.requireAtLeast("maxInserts", maxInserts, 1);
            Ranges.requireAtLeast("maxWaiting", maxWaiting, 1);
            Ranges.requireAtLeast("cachedStatements", cachedStatements, 1);
            Ranges.requireAtLeast("windowRows", windowRows, 1);
            Ranges.requireAtLeast("connectTimeout", connectTimeout, Duration.ofSeconds(1));
            Ranges.requireAtLeast("statementTimeout", statementTimeout, Duration.ofSeconds(1));
        }
    }
}
