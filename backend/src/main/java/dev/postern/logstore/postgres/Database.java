package dev.postern.logstore.postgres;

import dev.postern.logstore.PayloadBudgetExceededException;
import io.r2dbc.postgresql.api.PostgresqlConnection;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Readable;
import io.r2dbc.spi.Statement;
import io.r2dbc.spi.ValidationDepth;
import io.r2dbc.spi.Wrapped;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Statements on pooled connections. */
final class Database {

    private static final String LIMIT = "select set_config('statement_timeout', $1, true),"
            + " set_config('plan_cache_mode', 'force_custom_plan', true)";

    private final ConnectionFactory connections;

    Database(ConnectionFactory connections) {
        this.connections = connections;
    }

    /**
     * The rows of a statement; the mapper must take what it needs from each there and then. Where it has no room
     * for one, the server sends no more of them.
     */
    <T> Flux<T> query(String sql, List<String[]> parameters, Function<Readable, T> mapper) {
        return Flux.usingWhen(
                connections.create(),
                connection -> Flux.from(statement(connection, sql, parameters).execute())
                        .concatMap(result -> result.map(mapper)),
                Connection::close,
                (connection, error) -> error instanceof PayloadBudgetExceededException
                        ? interrupt(connection).then(settle(connection))
                        : connection.close(),
                Connection::close);
    }

    /**
     * The rows of a statement that the server breaks off after the deadline, or as soon as its subscriber
     * goes away. It is planned anew for its parameters: a plan for any of them suits neither a day nor a year.
     */
    <T> Flux<T> query(String sql, List<?> parameters, Function<Readable, T> mapper, Duration deadline) {
        return Flux.usingWhen(
                connections.create(),
                connection -> Mono.from(connection.beginTransaction())
                        .thenMany(limit(connection, deadline))
                        .thenMany(statement(connection, sql, parameters).execute())
                        .concatMap(result -> result.map(mapper))
                        .concatWith(Mono.from(connection.commitTransaction()).then(Mono.empty())),
                Connection::close,
                (connection, error) -> undo(connection),
                connection -> interrupt(connection).then(undo(connection)));
    }

    /** The statements, one after another, in one transaction. */
    Mono<Void> inTransaction(Flux<Command> commands) {
        return Mono.usingWhen(
                connections.create(),
                connection -> Mono.from(connection.beginTransaction())
                        .thenMany(commands.concatMap(
                                        command -> statement(connection, command.sql(), command.parameters())
                                                .execute(),
                                        1)
                                .concatMap(result -> result.getRowsUpdated()))
                        .then(Mono.from(connection.commitTransaction())),
                Connection::close,
                (connection, error) -> undo(connection),
                Database::undo);
    }

    private static Flux<?> limit(Connection connection, Duration deadline) {
        // Zero would be no limit at all.
        String millis = String.valueOf(Math.max(1, deadline.toMillis()));
        return Flux.from(statement(connection, LIMIT, List.of(millis)).execute())
                .concatMap(result -> result.map(row -> true));
    }

    /** The pool's connections must not be at work for nobody. */
    private static Mono<Void> interrupt(Connection connection) {
        return connection instanceof Wrapped<?> pooled && pooled.unwrap() instanceof PostgresqlConnection postgres
                ? postgres.cancelRequest().onErrorComplete()
                : Mono.empty();
    }

    /** Twice if need be: a late interruption may meet the first. */
    private static Mono<Void> undo(Connection connection) {
        return Mono.from(connection.rollbackTransaction())
                .retry(1)
                .onErrorComplete()
                .then(Mono.from(connection.close()));
    }

    /** A late interruption may meet the next statement: so one of no consequence. */
    private static Mono<Void> settle(Connection connection) {
        return Mono.from(connection.validate(ValidationDepth.REMOTE))
                .onErrorComplete()
                .then(Mono.from(connection.close()));
    }

    private static Statement statement(Connection connection, String sql, List<?> parameters) {
        Statement statement = connection.createStatement(sql);
        for (int i = 0; i < parameters.size(); i++) {
            statement.bind(i, parameters.get(i));
        }
        return statement;
    }

    /** A statement that gives no rows, its parameters as text. */
    record Command(String sql, List<String> parameters) {}
}
