package dev.postern.migrations;

import java.time.Duration;

/**
 * The migrator's limits.
 *
 * @param connectTimeout how long a server may take to accept a connection, default 10 s
 * @param answerTimeout how long ClickHouse may leave a statement unanswered, default 60 s: none of them takes long,
 *     for they change tables, not rows
 * @param lockWait how long to wait for another process that is migrating, default 60 s
 * @param lockLease how long the lock in Redis holds if its owner dies, default 1 h
 */
public record MigratorSettings(Duration connectTimeout, Duration answerTimeout, Duration lockWait, Duration lockLease) {

    /** The defaults. */
    public static final MigratorSettings DEFAULT = new MigratorSettings(
            Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofSeconds(60), Duration.ofHours(1));

    public MigratorSettings {
        positive("connectTimeout", connectTimeout);
        positive("answerTimeout", answerTimeout);
        positive("lockWait", lockWait);
        positive("lockLease", lockLease);
    }

    private static void positive(String name, Duration value) {
        if (value.toMillis() < 1) {
            throw new IllegalArgumentException("%s: %s (expected: at least a millisecond)".formatted(name, value));
        }
    }
}
