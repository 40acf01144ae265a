package dev.postern.api.wire;

import dev.postern.api.error.ErrorCode;
import dev.postern.api.wire.AnswerRelease.Answers;
import dev.postern.security.Credentials;
import dev.postern.security.Viewer;
import graphql.GraphQLError;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.graphql.execution.SubscriptionPublisherException;
import org.springframework.graphql.server.WebGraphQlHandler;
import org.springframework.graphql.server.WebGraphQlRequest;
import org.springframework.graphql.server.WebGraphQlResponse;
import org.springframework.graphql.server.WebSocketGraphQlRequest;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.filter.reactive.ServerWebExchangeContextFilter;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** What runs over one socket, by the ids that its client gave. */
final class SocketOperations {

    private final WebGraphQlHandler graphQl;
    private final ServerWebExchange exchange;
    private final int most;
    private final Map<String, Sinks.Empty<Void>> running = new ConcurrentHashMap<>();
    private final AtomicLong started = new AtomicLong();

    /** @param most how many may run at once */
    SocketOperations(WebGraphQlHandler graphQl, ServerWebExchange exchange, int most) {
        this.graphQl = graphQl;
        this.exchange = exchange;
        this.most = most;
    }

    /**
     * What an operation is answered with, message by message, each made when it is asked for. Throws {@link SocketClosed}
     * where it can't be meant.
     */
    Flux<String> start(String id, Map<String, Object> members, Viewer viewer) {
        if (running.containsKey(id)) {
            throw SocketClosed.duplicate(id);
        }
        if (running.size() >= most) {
            return Flux.just(SocketMessage.error(
                    id,
                    List.of(Map.of(
                            "message",
                            "As many operations run over this socket as may (expected: at most %d)".formatted(most),
                            "extensions",
                            Map.of("code", ErrorCode.UNAVAILABLE.name())))));
        }
        Sinks.Empty<Void> stop = Sinks.empty();
        running.put(id, stop);
        var answers = new Answers();
        return Flux.defer(() -> graphQl.handleRequest(request(members)))
                .concatMap(response -> messages(id, response), 1)
                .concatWith(Mono.fromSupplier(() -> over(id, stop, SocketMessage.complete(id))))
                .onErrorResume(
                        Refused.class,
                        refused -> Mono.fromSupplier(() -> over(id, stop, SocketMessage.error(id, refused.errors))))
                .takeUntilOther(stop.asMono())
                .doFinally(signal -> {
                    running.remove(id, stop);
                    answers.release();
                })
                .contextWrite(context -> Credentials.actingAs(viewer)
                        .apply(context)
                        .put(Answers.class, answers)
                        .put(ServerWebExchangeContextFilter.EXCHANGE_CONTEXT_ATTRIBUTE, exchange));
    }

    /** The client wants no more of it; one that is unknown is over already. */
    void stop(String id) {
        Sinks.Empty<Void> stop = running.remove(id);
        if (stop != null) {
            stop.tryEmitEmpty();
        }
    }

    /** Before its end is told its id is free, for the client may use it at once. */
    private String over(String id, Sinks.Empty<Void> stop, String message) {
        running.remove(id, stop);
        return message;
    }

    private static Flux<String> messages(String id, WebGraphQlResponse response) {
        if (Answered.isStream(response)) {
            return Answered.begun(response)
                    .thenMany(Answered.stream(response))
                    .map(answer -> SocketMessage.next(id, answer))
                    .onErrorMap(SubscriptionPublisherException.class, e -> new Refused(e.getErrors()));
        }
        return response.getExecutionResult().isDataPresent()
                ? Flux.just(SocketMessage.next(id, response.toMap()))
                : Flux.error(new Refused(response.getExecutionResult().getErrors()));
    }

    private WebGraphQlRequest request(Map<String, Object> members) {
        ServerHttpRequest upgrade = exchange.getRequest();
        return new WebSocketGraphQlRequest(
                upgrade.getURI(),
                upgrade.getHeaders(),
                upgrade.getCookies(),
                upgrade.getRemoteAddress(),
                exchange.getAttributes(),
                members,
                upgrade.getId() + "-" + started.incrementAndGet(),
                Locale.ROOT,
                new SocketOrigin(exchange));
    }

    /** That an operation ends with errors instead of an answer. */
    private static final class Refused extends RuntimeException {

        private static final long serialVersionUID = 1;

        private final transient List<Map<String, Object>> errors;

        Refused(List<GraphQLError> errors) {
            super("refused", null, false, false);
            this.errors = errors.stream().map(GraphQLError::toSpecification).toList();
        }
    }
}
