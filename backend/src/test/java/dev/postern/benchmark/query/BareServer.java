package dev.postern.benchmark.query;

import dev.postern.benchmark.PostgresServer;
import dev.postern.benchmark.Recorder;
import dev.postern.benchmark.Recorder.Sent;
import dev.postern.logstore.postgres.PostgresLogStore;
import dev.postern.logstore.postgres.PostgresLogStoreSettings;
import dev.postern.migrations.PostgresUrl;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.spi.Connection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/**
 * The least that answers as the gateway does, in a process of its own: takes the request, sends the same statements as
 * the gateway through the driver alone ({@code /sql/…}) or none ({@code /bytes/…}), and returns the same bytes.
 */
final class BareServer {

    static final String PORT = "port";

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** @param arguments the database's address; where the answers lie, and the port is written */
    static void main(String[] arguments) throws IOException {
        PostgresUrl url = PostgresUrl.parse(arguments[0]);
        Path directory = Path.of(arguments[1]);
        ConnectionPool pool = PostgresServer.pool(url);
        Map<String, byte[]> answers = new HashMap<>();
        Map<String, List<Sent>> statements = new HashMap<>();
        for (Question question : Question.ALL) {
            answers.put(question.path(), Files.readAllBytes(directory.resolve(question.path())));
            statements.put(question.path(), sent(pool, question));
        }
        RouterFunction<ServerResponse> routes = RouterFunctions.route()
                .POST("/bytes/{question}", request -> answer(request, answers, Mono.empty()))
                .POST(
                        "/sql/{question}",
                        request -> answer(
                                request,
                                answers,
                                run(pool, statements.getOrDefault(request.pathVariable("question"), List.of()))))
                .build();
        DisposableServer server = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .handle(new ReactorHttpHandlerAdapter(RouterFunctions.toHttpHandler(routes)))
                .bindNow();
        Files.writeString(directory.resolve(PORT), Integer.toString(server.port()));
        server.onDispose().block();
    }

    private static List<Sent> sent(ConnectionPool pool, Question question) {
        if (question.rows() == 0) {
            return List.of();
        }
        var recorder = new Recorder(pool);
        var store = new PostgresLogStore(recorder, PostgresLogStoreSettings.DEFAULT);
        // The first time the store looks, besides, which columns there are.
        store.listDeliveries(question.query()).block(PATIENCE);
        recorder.take();
        store.listDeliveries(question.query()).block(PATIENCE);
        return recorder.take();
    }

    private static Mono<Void> run(ConnectionPool pool, List<Sent> statements) {
        return statements.isEmpty()
                ? Mono.empty()
                : Mono.usingWhen(
                        pool.create(),
                        connection -> Flux.fromIterable(statements)
                                .concatMap(one -> one.again(connection))
                                .then(),
                        Connection::close);
    }

    private static Mono<ServerResponse> answer(ServerRequest request, Map<String, byte[]> answers, Mono<Void> work) {
        byte[] answer = answers.getOrDefault(request.pathVariable("question"), new byte[0]);
        return request.bodyToMono(byte[].class)
                .then(work)
                .then(ServerResponse.ok()
                        .contentType(MediaType.APPLICATION_JSON)
                        .bodyValue(answer));
    }

    private BareServer() {}
}
