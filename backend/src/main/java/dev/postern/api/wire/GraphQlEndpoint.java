package dev.postern.api.wire;

import dev.postern.api.error.ErrorCode;
import dev.postern.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.graphql.server.WebGraphQlHandler;
import org.springframework.graphql.server.WebGraphQlRequest;
import org.springframework.graphql.server.WebGraphQlResponse;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.BodyExtractors;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/**
 * GraphQL over HTTP, of which the stock handler would parse numbers into doubles and buffer bodies of
 * any size: JSON is read and written by {@link Json}, queries are taken by GET too, and what is not a
 * GraphQL request gets a 4xx that says why.
 */
public final class GraphQlEndpoint {

    private static final MediaType GRAPHQL_RESPONSE = MediaType.parseMediaType("application/graphql-response+json");

    private final WebGraphQlHandler graphQl;
    /** The part of the heap that large bodies may take while they are read. */
    private static final int HEAP_PART = 8;

    private final int maxBodyBytes;
    private final AtomicLong bodyRoom;
    private final OpenStreams streams;
    private final Clock clock;

    /** @param maxBodyBytes how large a request's body may be */
    public GraphQlEndpoint(WebGraphQlHandler graphQl, int maxBodyBytes, OpenStreams streams, Clock clock) {
        this.graphQl = graphQl;
        this.maxBodyBytes = maxBodyBytes;
        // Two of the largest always have room, or nobody could send one.
        this.bodyRoom = new AtomicLong(Math.max(Runtime.getRuntime().maxMemory() / HEAP_PART, 2L * maxBodyBytes));
        this.streams = streams;
        this.clock = clock;
    }

    /** Answers any request to the endpoint, whatever its method. */
    public Mono<ServerResponse> handle(ServerRequest request) {
        return Mono.defer(() -> answer(request)).onErrorResume(BadRequest.class, GraphQlEndpoint::refuse);
    }

    private Mono<ServerResponse> answer(ServerRequest request) {
        boolean stream = accepted(request).stream().anyMatch(GraphQlEndpoint::isStream);
        MediaType answerType = answerType(request);
        return members(request)
                .flatMap(members -> graphQl.handleRequest(webRequest(request, members)))
                .flatMap(response -> stream
                        ? EventStream.answer(response, streams, clock)
                        : Answered.isStream(response)
                                ? Mono.error(BadRequest.streamOnly())
                                : answer(response, answerType));
    }

    private static boolean isStream(MediaType accepted) {
        return !accepted.isWildcardType()
                && !accepted.isWildcardSubtype()
                && accepted.isCompatibleWith(MediaType.TEXT_EVENT_STREAM);
    }

    private Mono<Map<String, Object>> members(ServerRequest request) {
        if (HttpMethod.GET.equals(request.method())) {
            return Mono.fromSupplier(() -> GraphQlRequestReader.fromParameters(request.queryParams()));
        }
        if (!HttpMethod.POST.equals(request.method())) {
            return Mono.error(BadRequest.method());
        }
        if (!json(request)) {
            return Mono.error(BadRequest.mediaType());
        }
        return RequestBody.read(request.body(BodyExtractors.toDataBuffers()), maxBodyBytes, bodyRoom)
                .map(GraphQlRequestReader::fromBody);
    }

    /** A type or charset that can't be read is as unknown as one that isn't JSON's. */
    private static boolean json(ServerRequest request) {
        try {
            return request.headers()
                    .contentType()
                    .filter(type -> type.isCompatibleWith(MediaType.APPLICATION_JSON)
                            || type.isCompatibleWith(GRAPHQL_RESPONSE)
                            || type.getSubtype().equals("graphql+json"))
                    .isPresent();
        } catch (InvalidMediaTypeException e) {
            return false;
        }
    }

    private static WebGraphQlRequest webRequest(ServerRequest request, Map<String, Object> members) {
        var web = new WebGraphQlRequest(
                request.uri(),
                request.headers().asHttpHeaders(),
                request.cookies(),
                request.remoteAddress().orElse(null),
                request.attributes(),
                members,
                request.exchange().getRequest().getId(),
                Locale.ROOT);
        if (HttpMethod.GET.equals(request.method())) {
            web.configureExecutionInput((input, builder) ->
                    builder.graphQLContext(Map.of(QueryLimits.READ_ONLY, true)).build());
        }
        return web;
    }

    private static Mono<ServerResponse> answer(WebGraphQlResponse response, MediaType type) {
        return ServerResponse.status(status(response, type))
                .headers(headers -> headers.putAll(response.getResponseHeaders()))
                .contentType(type)
                // As bytes: of a text the framework would make a buffer of three times its length.
                .bodyValue(Json.write(response.toMap()).getBytes(StandardCharsets.UTF_8));
    }

    private static HttpStatusCode status(WebGraphQlResponse response, MediaType type) {
        if (response.getErrors().stream().anyMatch(e -> QueryLimits.CHANGE_BY_GET.equals(e.getMessage()))) {
            return HttpStatus.METHOD_NOT_ALLOWED;
        }
        boolean refused = !response.getErrors().isEmpty()
                && !response.getExecutionResult().isDataPresent();
        if (!refused || !type.equals(GRAPHQL_RESPONSE)) {
            return HttpStatus.OK;
        }
        return response.getErrors().getFirst().getErrorType() instanceof ErrorCode code
                ? code.status()
                : HttpStatus.BAD_REQUEST;
    }

    private static MediaType answerType(ServerRequest request) {
        for (MediaType accepted : accepted(request)) {
            if (!accepted.isWildcardSubtype() && accepted.isCompatibleWith(GRAPHQL_RESPONSE)) {
                return GRAPHQL_RESPONSE;
            }
            if (accepted.isCompatibleWith(MediaType.APPLICATION_JSON)) {
                return MediaType.APPLICATION_JSON;
            }
        }
        return MediaType.APPLICATION_JSON;
    }

    private static List<MediaType> accepted(ServerRequest request) {
        try {
            return request.headers().accept();
        } catch (InvalidMediaTypeException e) {
            throw BadRequest.malformed("Accept can't be read (expected: media types)");
        }
    }

    private static Mono<ServerResponse> refuse(BadRequest reason) {
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("message", reason.reason());
        error.put("extensions", Map.of("code", reason.code().name()));
        return ServerResponse.status(reason.status())
                .headers(headers -> {
                    if (reason.status() == HttpStatus.METHOD_NOT_ALLOWED) {
                        headers.setAllow(Set.of(HttpMethod.GET, HttpMethod.POST));
                    }
                })
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(Json.write(Map.of("errors", List.of(error))));
    }
}
