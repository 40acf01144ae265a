package dev.postern.api.wire;

import dev.postern.json.Json;
import graphql.ExecutionResult;
import java.time.Duration;
import java.util.Map;
import org.reactivestreams.Publisher;
import org.springframework.graphql.execution.SubscriptionPublisherException;
import org.springframework.graphql.server.WebGraphQlResponse;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Answers as server-sent events, one after the other for as long as there are any: the "distinct connections mode" of
 * GraphQL over SSE. Each is an event {@code next}; the last event is {@code complete}.
 */
final class EventStream {

    /** So that nobody between us and the caller takes the connection for dead. */
    private static final Duration SILENCE = Duration.ofSeconds(15);

    /** Whether the answer can't be told at once. */
    static boolean needs(WebGraphQlResponse response) {
        return response.getExecutionResult().getData() instanceof Publisher;
    }

    /** Ends without {@code complete} where the process stops: the caller may ask another. */
    static Mono<ServerResponse> answer(WebGraphQlResponse response, OpenStreams streams) {
        Flux<ServerSentEvent<String>> events = answers(response)
                .map(answer -> event("next", Json.write(answer)))
                .concatWith(Mono.fromSupplier(() -> event("complete", "")));
        return ServerResponse.ok()
                .headers(headers -> headers.putAll(response.getResponseHeaders()))
                .header("Cache-Control", "no-store")
                .body(BodyInserters.fromServerSentEvents(streams.whileOpen(withSignsOfLife(events))));
    }

    private static Flux<ServerSentEvent<String>> withSignsOfLife(Flux<ServerSentEvent<String>> events) {
        return Flux.defer(() -> {
            Sinks.Empty<Void> ended = Sinks.empty();
            Flux<ServerSentEvent<String>> signs = Flux.interval(SILENCE)
                    .onBackpressureDrop()
                    .map(tick -> ServerSentEvent.<String>builder().comment("").build())
                    .takeUntilOther(ended.asMono());
            return Flux.merge(events.doFinally(signal -> ended.tryEmitEmpty()), signs);
        });
    }

    private static ServerSentEvent<String> event(String name, String data) {
        return ServerSentEvent.<String>builder().event(name).data(data).build();
    }

    private static Flux<Map<String, Object>> answers(WebGraphQlResponse response) {
        Object data = response.getExecutionResult().getData();
        return data instanceof Publisher<?> publisher
                ? Flux.from(publisher)
                        .cast(ExecutionResult.class)
                        .map(ExecutionResult::toSpecification)
                        .onErrorResume(SubscriptionPublisherException.class, e -> Mono.just(e.toMap()))
                : Flux.just(response.toMap());
    }

    private EventStream() {}
}
