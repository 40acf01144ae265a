package dev.postern.api.wire;

import dev.postern.api.error.ErrorCode;
import dev.postern.json.Json;
import dev.postern.security.Viewer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.graphql.execution.SubscriptionPublisherException;
import org.springframework.graphql.server.WebGraphQlResponse;
import org.springframework.http.MediaType;
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

    private static final String SIGN_OF_LIFE = ":\n\n";
    private static final String COMPLETE = "event:complete\ndata:\n\n";
    private static final Map<String, Object> EXPIRED = Map.of(
            "errors",
            List.of(Map.of("message", Expiry.REASON, "extensions", Map.of("code", ErrorCode.UNAUTHENTICATED.name()))));

    /**
     * Begins with a sign of life once nothing is missed any more. Ends without {@code complete} where the process stops:
     * the caller may ask another.
     */
    static Mono<ServerResponse> answer(WebGraphQlResponse response, OpenStreams streams, Clock clock) {
        Flux<String> events = Answered.begun(response)
                .thenMany(withSignsOfLife(
                        answers(response, clock).map(EventStream::next).concatWithValues(COMPLETE)));
        return ServerResponse.ok()
                .headers(headers -> headers.putAll(response.getResponseHeaders()))
                .contentType(MediaType.TEXT_EVENT_STREAM)
                .header("Cache-Control", "no-store")
                .body((message, context) -> message.writeAndFlushWith(Turns.of(streams.whileOpen(events))
                        .map(turn -> turn.map(
                                text -> message.bufferFactory().wrap(text.getBytes(StandardCharsets.UTF_8))))));
    }

    /** The answers begin before the first sign of life says so, and each is made when the one before is on its way. */
    private static Flux<String> withSignsOfLife(Flux<String> events) {
        return Flux.defer(() -> {
            Sinks.Empty<Void> ended = Sinks.empty();
            Flux<String> signs = Flux.interval(Duration.ZERO, SILENCE)
                    .onBackpressureDrop()
                    .map(tick -> SIGN_OF_LIFE)
                    .takeUntilOther(ended.asMono());
            return Flux.merge(1, events.doFinally(signal -> ended.tryEmitEmpty()), signs);
        });
    }

    private static String next(Map<String, Object> answer) {
        return "event:next\ndata:" + Json.write(answer) + "\n\n";
    }

    private static Flux<Map<String, Object>> answers(WebGraphQlResponse response, Clock clock) {
        if (!Answered.isStream(response)) {
            return Flux.just(response.toMap());
        }
        Object viewer = response.getExecutionInput().getGraphQLContext().get(Viewer.class);
        var lapsed = new AtomicBoolean();
        return Answered.stream(response)
                .onErrorResume(SubscriptionPublisherException.class, e -> Mono.just(e.toMap()))
                .takeUntilOther(Expiry.of(viewer, clock).doOnTerminate(() -> lapsed.set(true)))
                .concatWith(Mono.defer(() -> lapsed.get() ? Mono.just(EXPIRED) : Mono.empty()));
    }

    private EventStream() {}
}
