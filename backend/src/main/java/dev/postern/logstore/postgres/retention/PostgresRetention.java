package dev.postern.logstore.postgres.retention;

import io.r2dbc.spi.ConnectionFactory;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Keeps the log in PostgreSQL from growing for ever. Outpost makes a default partition for each table and
 * nothing else; beside it go partitions of whole months of UTC, which cost nothing to drop. Each step is a
 * transaction that can be repeated, so a run that is cut off anywhere is made good by the next.
 */
public final class PostgresRetention {

    private final ConnectionFactory connections;
    private final RetentionSettings settings;
    private final Clock clock;

    /**
     * @param connections of which each run takes one for itself and closes it: not pooled, as a lock that
     *     tells runs apart lives and dies with it
     */
    public PostgresRetention(ConnectionFactory connections, RetentionSettings settings, Clock clock) {
        this.connections = connections;
        this.settings = settings;
        this.clock = clock;
    }

    /**
     * Makes the partitions of the months to come, drops those that are wholly too old, and trims the
     * default one. Empty where another process is at it. What fails is in the report, and doesn't keep the
     * rest from being done.
     *
     * @param keep rows that are older may go
     * @param neededFrom rows from then on stay whatever their age
     */
    public Mono<RetentionReport> run(Duration keep, Instant neededFrom) {
        return inSession(session -> now(session)
                .flatMap(now -> new RetentionRun(session, settings, now, earlier(now.minus(keep), neededFrom)).run()));
    }

    /** Mends what a run left that was cut off, and does nothing else: for when no history is to be cut. */
    public Mono<Void> tidy() {
        return inSession(session -> Flux.fromIterable(LogTable.NAMES)
                        .concatMap(table -> NewPartition.removeFences(session, settings, table))
                        .then(Mono.just(true)))
                .then();
    }

    private <T> Mono<T> inSession(Function<Session, Mono<T>> work) {
        return Mono.usingWhen(
                connections.create(),
                connection -> {
                    var session = new Session(connection);
                    return session.begin().flatMap(alone -> alone ? work.apply(session) : Mono.empty());
                },
                connection -> new Session(connection).end());
    }

    /** Of two clocks the slower one: with a clock that is years fast, everything would be too old. */
    private Mono<Instant> now(Session session) {
        return session.rows("select now()", row -> earlier(clock.instant(), serverTime(row.get(0, Instant.class))))
                .single();
    }

    private static Instant serverTime(@Nullable Instant time) {
        if (time == null) {
            throw new IllegalStateException("now(): null (expected: a time)");
        }
        return time;
    }

    private static Instant earlier(Instant a, Instant b) {
        return a.isBefore(b) ? a : b;
    }
}
