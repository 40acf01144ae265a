package dev.postern.api.wire;

import dev.postern.api.cost.RequestCost;
import dev.postern.api.error.ApiException;
import dev.postern.api.error.ErrorCode;
import dev.postern.api.error.ErrorTable;
import dev.postern.api.watch.RequestListener;
import dev.postern.api.wire.AnswerRelease.Answers;
import dev.postern.model.Trace;
import dev.postern.security.Viewer;
import graphql.ErrorClassification;
import graphql.ErrorType;
import graphql.ExecutionResult;
import graphql.GraphQLContext;
import graphql.GraphQLError;
import graphql.GraphqlErrorBuilder;
import graphql.language.OperationDefinition;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.graphql.server.WebGraphQlInterceptor;
import org.springframework.graphql.server.WebGraphQlRequest;
import org.springframework.graphql.server.WebGraphQlResponse;
import org.springframework.graphql.server.WebSocketGraphQlRequest;
import org.springframework.graphql.support.DefaultExecutionGraphQlResponse;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import reactor.core.publisher.Mono;

/**
 * Around every request, over HTTP or from inside: the deadline, a code on every error, what it cost, and one wide line
 * in the log.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
public final class RequestWatch implements WebGraphQlInterceptor {

    private static final Logger LOG = LoggerFactory.getLogger("dev.postern.api.request");
    private static final Pattern NAME = Pattern.compile("[_A-Za-z][_0-9A-Za-z]{0,99}");

    /** How graphql-java classifies that the viewer may not read the schema; it shows no constant for it. */
    private static final String INTROSPECTION_REFUSED = "IntrospectionDisabled";

    private final Duration deadline;
    private final Supplier<RequestCost> costs;
    private final ErrorTable errors;
    private final List<RequestListener> listeners;

    /**
     * @param deadline how long one request may take; running out of it cancels what runs
     * @param costs an account of each request's cost
     * @param listeners who is told of each request
     */
    public RequestWatch(
            Duration deadline, Supplier<RequestCost> costs, ErrorTable errors, List<RequestListener> listeners) {
        this.deadline = deadline;
        this.costs = costs;
        this.errors = errors;
        this.listeners = List.copyOf(listeners);
    }

    @Override
    public Mono<WebGraphQlResponse> intercept(WebGraphQlRequest request, Chain chain) {
        return Mono.deferContextual(context -> {
            long start = System.nanoTime();
            RequestCost cost = costs.get();
            request.configureExecutionInput((input, builder) -> builder.graphQLContext(entries -> {
                        entries.of(RequestCost.class, cost);
                        context.<Answers>getOrEmpty(Answers.class)
                                .ifPresent(answers -> entries.of(Answers.class, answers));
                    })
                    .build());
            return chain.next(request)
                    .timeout(deadline)
                    .onErrorMap(TimeoutException.class, e -> ApiException.timeout())
                    .onErrorResume(e -> Mono.just(failed(request, errors.error(e))))
                    .map(RequestWatch::withCodes)
                    .map(response -> withCost(response, cost))
                    .doOnNext(
                            response -> tell(request, response, cost, start, context.getOrDefault(Trace.class, null)));
        });
    }

    /** The answer to a request that could not be carried out at all. */
    static WebGraphQlResponse failed(WebGraphQlRequest request, GraphQLError error) {
        return new WebGraphQlResponse(new DefaultExecutionGraphQlResponse(
                request.toExecutionInput(),
                ExecutionResult.newExecutionResult().addError(error).build()));
    }

    private static WebGraphQlResponse withCodes(WebGraphQlResponse response) {
        List<GraphQLError> errors = response.getExecutionResult().getErrors();
        if (errors.stream().allMatch(RequestWatch::hasCode)) {
            return response;
        }
        List<GraphQLError> coded = errors.stream()
                .map(error -> hasCode(error) ? error : withCode(error))
                .toList();
        return response.transform(builder -> builder.errors(coded));
    }

    private static WebGraphQlResponse withCost(WebGraphQlResponse response, RequestCost cost) {
        Map<Object, Object> extensions = new LinkedHashMap<>(response.getExtensions());
        extensions.put(RequestCost.MEMBER, cost.told());
        WebGraphQlResponse told = response.transform(builder -> builder.extensions(extensions));
        cost.retryAfter().ifPresent(seconds -> told.getResponseHeaders().set(HttpHeaders.RETRY_AFTER, "" + seconds));
        return told;
    }

    private static boolean hasCode(GraphQLError error) {
        Map<String, Object> extensions = error.getExtensions();
        return extensions != null && extensions.containsKey("code");
    }

    /** What graphql-java itself reports: faults of the query, save for a null where none may be. */
    private static GraphQLError withCode(GraphQLError error) {
        ErrorCode code = code(error.getErrorType());
        Map<String, Object> extensions = new LinkedHashMap<>();
        extensions.put("code", code.name());
        var builder = GraphqlErrorBuilder.newError()
                .message("%s", error.getMessage())
                .errorType(code)
                .extensions(extensions);
        if (error.getLocations() != null) {
            builder.locations(error.getLocations());
        }
        return error.getPath() == null
                ? builder.build()
                : builder.path(error.getPath()).build();
    }

    private static ErrorCode code(ErrorClassification type) {
        if (type == ErrorType.NullValueInNonNullableField || type == ErrorType.DataFetchingException) {
            return ErrorCode.INTERNAL;
        }
        return type.toString().equals(INTROSPECTION_REFUSED) ? ErrorCode.FORBIDDEN : ErrorCode.BAD_USER_INPUT;
    }

    private void tell(
            WebGraphQlRequest request,
            WebGraphQlResponse response,
            RequestCost cost,
            long start,
            @Nullable Trace trace) {
        GraphQLContext context = response.getExecutionInput().getGraphQLContext();
        Viewer viewer = context.get(Viewer.class);
        OperationDefinition operation = context.get(OperationDefinition.class);
        var answered = new RequestListener.Answered(
                name(operation == null ? request.getOperationName() : operation.getName()),
                operation == null ? null : operation.getOperation(),
                viewer,
                Duration.ofNanos(System.nanoTime() - start),
                cost.requested(),
                cost.actual(),
                response.getErrors().stream()
                        .map(error -> Objects.toString(error.getExtensions().get("code")))
                        .toList());
        listeners.forEach(listener -> listener.answered(answered));
        LOG.info(
                "graphql operation={} viewer={} transport={} duration_ms={} cost={}/{} errors={} codes={} request_id={}{}",
                answered.operation() == null ? "-" : answered.operation(),
                viewer(viewer),
                transport(request),
                answered.duration().toMillis(),
                cost.actual(),
                cost.requested(),
                answered.codes().size(),
                answered.codes().isEmpty()
                        ? "-"
                        : answered.codes().stream().distinct().collect(Collectors.joining(",")),
                request.getId(),
                trace == null ? "" : " trace_id=" + trace.traceId());
    }

    /** How it came in; a request from inside of this process is the portal's. */
    private static String transport(WebGraphQlRequest request) {
        if (request instanceof WebSocketGraphQlRequest) {
            return "ws";
        }
        if (request.getRemoteAddress() == null) {
            return "portal";
        }
        String accepted = request.getHeaders().getFirst(HttpHeaders.ACCEPT);
        return accepted != null && accepted.contains(MediaType.TEXT_EVENT_STREAM_VALUE) ? "sse" : "http";
    }

    /** The client's own name for it, unless that would write something else into the log. */
    private static @Nullable String name(@Nullable String name) {
        return name != null && NAME.matcher(name).matches() ? name : null;
    }

    private static String viewer(@Nullable Object viewer) {
        return switch (viewer) {
            case Viewer.Operator operator -> "operator";
            case Viewer.TenantViewer tenant -> "tenant:" + tenant.tenantId();
            case null, default -> "-";
        };
    }
}
