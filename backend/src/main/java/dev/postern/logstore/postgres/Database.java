package dev.postern.logstore.postgres;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Readable;
import io.r2dbc.spi.Statement;
import java.util.List;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Statements on pooled connections. */
final class Database {

    private final ConnectionFactory connections;

    Database(ConnectionFactory connections) {
        this.connections = connections;
    }

    /** The rows of a statement; the mapper must take what it needs from each there and then. */
    <T> Flux<T> query(String sql, List<String[]> parameters, Function<Readable, T> mapper) {
        return Flux.usingWhen(
                connections.create(),
                connection -> Flux.from(statement(connection, sql, parameters).execute())
                        .concatMap(result -> result.map(mapper)),
                Connection::close);
    }

    /** The statements, one after another, in one transaction. */
    Mono<Void> inTransaction(List<Command> commands) {
        return Mono.usingWhen(
                connections.create(),
                connection -> Mono.from(connection.beginTransaction())
                        .thenMany(Flux.fromIterable(commands)
                                .concatMap(command -> statement(connection, command.sql(), command.parameters())
                                        .execute())
                                .concatMap(result -> result.getRowsUpdated()))
                        .then(Mono.from(connection.commitTransaction())),
                Connection::close,
                (connection, error) -> Mono.from(connection.rollbackTransaction())
                        .onErrorComplete()
                        .then(Mono.from(connection.close())),
                connection -> Mono.from(connection.rollbackTransaction())
                        .onErrorComplete()
                        .then(Mono.from(connection.close())));
    }

    private static Statement statement(Connection connection, String sql, List<String[]> parameters) {
        Statement statement = connection.createStatement(sql);
        for (int i = 0; i < parameters.size(); i++) {
            statement.bind(i, parameters.get(i));
        }
        return statement;
    }

    /** A statement that gives no rows. */
    record Command(String sql, List<String[]> parameters) {}
}
