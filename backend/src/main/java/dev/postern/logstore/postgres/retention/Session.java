package dev.postern.logstore.postgres.retention;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.Readable;
import io.r2dbc.spi.Result;
import io.r2dbc.spi.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** One run's own connection. What it holds in the server ends with it, however it ends. */
final class Session {

    /** Of this session, "Postern's retention"; unlike a migration's. */
    private static final long LOCK = 0x706f7374726574L;

    /** Bounds of partitions are read as text, so the text must not depend on how the database is set up. */
    private static final List<String> FORMS = List.of("set datestyle = 'ISO'", "set timezone = 'UTC'");

    private final Connection connection;

    Session(Connection connection) {
        this.connection = connection;
    }

    /** Whether this session has the work to itself. Another that is killed gives it up with its connection. */
    Mono<Boolean> begin() {
        return Flux.fromIterable(FORMS)
                .concatMap(this::update)
                .then(rows("select pg_try_advisory_lock(" + LOCK + ")", row -> flag(row, 0))
                        .single());
    }

    /** Gives the work up there and then: a server may take its time to see that a connection is gone. */
    Mono<Void> end() {
        return rows("select pg_advisory_unlock_all()", row -> true)
                .then()
                .onErrorComplete()
                .then(Mono.from(connection.close()));
    }

    /** The rows; the mapper must not return null. */
    <T> Flux<T> rows(String sql, Function<Readable, T> mapper, Object... values) {
        return results(sql, values).concatMap(result -> result.map(mapper));
    }

    /** How many rows the statement changed. */
    Mono<Long> update(String sql, Object... values) {
        return results(sql, values).concatMap(Result::getRowsUpdated).reduce(0L, Long::sum);
    }

    /** All of the statements or none, each within the limits. */
    Mono<Void> transaction(Duration lockTimeout, Duration statementTimeout, List<String> statements) {
        List<String> all = new ArrayList<>();
        all.add("set local lock_timeout = " + lockTimeout.toMillis());
        all.add("set local statement_timeout = " + statementTimeout.toMillis());
        all.addAll(statements);
        return Mono.from(connection.beginTransaction())
                .thenMany(Flux.fromIterable(all).concatMap(this::update))
                .then(Mono.from(connection.commitTransaction()))
                .onErrorResume(error -> Mono.from(connection.rollbackTransaction())
                        .onErrorComplete()
                        .then(Mono.error(error)));
    }

    static boolean flag(Readable row, int at) {
        return Boolean.TRUE.equals(row.get(at, Boolean.class));
    }

    static String text(Readable row, int at) {
        return String.valueOf(row.get(at, String.class));
    }

    private Flux<? extends Result> results(String sql, Object... values) {
        return Flux.defer(() -> {
            Statement statement = connection.createStatement(sql);
            for (int i = 0; i < values.length; i++) {
                statement.bind(i, values[i]);
            }
            return statement.execute();
        });
    }
}
