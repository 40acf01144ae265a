package dev.postern.benchmark;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryMetadata;
import io.r2dbc.spi.Statement;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Connections that remember which statements were sent, and with which values. */
public final class Recorder implements ConnectionFactory {

    private final ConnectionFactory connections;
    private final List<Sent> sent = Collections.synchronizedList(new ArrayList<>());

    public Recorder(ConnectionFactory connections) {
        this.connections = connections;
    }

    /** What was sent since this was asked last. */
    public List<Sent> take() {
        List<Sent> taken = List.copyOf(sent);
        sent.clear();
        return taken;
    }

    @Override
    public Publisher<? extends Connection> create() {
        return Mono.from(connections.create()).map(this::recorded);
    }

    @Override
    public ConnectionFactoryMetadata getMetadata() {
        return connections.getMetadata();
    }

    private Connection recorded(Connection connection) {
        return proxy(Connection.class, (proxy, method, arguments) -> {
            Object result = call(connection, method, arguments);
            if (!(result instanceof Statement statement)) {
                return result;
            }
            var one = new Sent((String) arguments[0], new TreeMap<>());
            sent.add(one);
            return recorded(statement, one);
        });
    }

    private static Statement recorded(Statement statement, Sent sent) {
        return proxy(Statement.class, (proxy, method, arguments) -> {
            Object result = call(statement, method, arguments);
            if (method.getName().equals("bind")) {
                sent.binds().put((Integer) arguments[0], arguments[1]);
            }
            return result instanceof Statement ? proxy : result;
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(Recorder.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static @Nullable Object call(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    /** A statement and its values, by their indexes. */
    public record Sent(String sql, Map<Integer, Object> binds) {

        /** Sends it again and takes every column of every row as what the driver has it for; the number of rows. */
        public Mono<Long> again(Connection connection) {
            return Mono.defer(() -> {
                Statement statement = connection.createStatement(sql);
                binds.forEach(statement::bind);
                return Flux.from(statement.execute())
                        .concatMap(result -> result.map((row, metadata) -> {
                            @Nullable
                            Object[] values =
                                    new Object[metadata.getColumnMetadatas().size()];
                            for (int i = 0; i < values.length; i++) {
                                values[i] = row.get(i);
                            }
                            return values;
                        }))
                        .collectList()
                        .map(rows -> (long) rows.size());
            });
        }
    }
}
