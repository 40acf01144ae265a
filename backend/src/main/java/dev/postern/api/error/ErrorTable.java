package dev.postern.api.error;

import dev.postern.api.error.Outages.Kind;
import dev.postern.logstore.MetricsTimeoutException;
import dev.postern.logstore.PayloadBudgetExceededException;
import dev.postern.logstore.PayloadRoomException;
import dev.postern.model.Causes;
import dev.postern.security.UnauthenticatedException;
import graphql.GraphQLError;
import graphql.GraphqlErrorBuilder;
import graphql.execution.AbortExecutionException;
import graphql.schema.DataFetchingEnvironment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.graphql.execution.DataFetcherExceptionResolver;
import reactor.core.publisher.Mono;

/** The one table from exception to GraphQL error. What it doesn't know is told by an id alone, and logged under it. */
public final class ErrorTable implements DataFetcherExceptionResolver {

    private static final Logger LOG = LoggerFactory.getLogger(ErrorTable.class);

    private static final String TOO_SLOW = "A store took longer than it may";

    private final Outages outages;

    public ErrorTable(Outages outages) {
        this.outages = outages;
    }

    @Override
    public Mono<List<GraphQLError>> resolveException(Throwable error, DataFetchingEnvironment environment) {
        return Mono.fromSupplier(() -> List.of(error(error, GraphqlErrorBuilder.newError(environment))));
    }

    /** The error of a request that failed as a whole. */
    public GraphQLError error(Throwable error) {
        return error(error, GraphqlErrorBuilder.newError());
    }

    /** Whether trying again later is right. */
    public boolean unavailable(Throwable error) {
        return error instanceof TimeoutException || outages.of(error).isPresent();
    }

    private GraphQLError error(Throwable thrown, GraphqlErrorBuilder<?> builder) {
        Throwable error =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        return switch (error) {
            case ApiException e -> {
                Map<String, Object> extensions = new LinkedHashMap<>();
                extensions.put("code", e.code().name());
                e.argument().ifPresent(argument -> extensions.put("argument", argument));
                yield build(builder, e.code(), e.reason(), extensions);
            }
            case UnauthenticatedException e -> build(builder, ErrorCode.UNAUTHENTICATED, e.getMessage());
            case MetricsTimeoutException e -> build(builder, ErrorCode.TIMEOUT, String.valueOf(e.getMessage()));
            case PayloadRoomException e -> build(builder, ErrorCode.UNAVAILABLE, String.valueOf(e.getMessage()));
            case PayloadBudgetExceededException e ->
                build(builder, ErrorCode.TOO_LARGE, String.valueOf(e.getMessage()));
            // What still ran when the request's time was over, or its caller gone: no fault, and nobody reads it.
            case AbortExecutionException cancelled -> build(builder, ErrorCode.TIMEOUT, TOO_SLOW);
            case TimeoutException e -> build(builder, ErrorCode.TIMEOUT, TOO_SLOW);
            default ->
                outages.of(error)
                        .map(outage -> outage(outage, error, builder))
                        .orElseGet(() -> internal(error, builder));
        };
    }

    private static GraphQLError outage(Kind outage, Throwable error, GraphqlErrorBuilder<?> builder) {
        String id = UUID.randomUUID().toString();
        LOG.warn("a store or queue has trouble: {} {}: {}", outage, id, Causes.reason(error));
        LOG.debug("trouble {}", id, error);
        return switch (outage) {
            case UNAVAILABLE ->
                build(builder, ErrorCode.UNAVAILABLE, "A store or queue is unavailable; try again later", id);
            case TOO_SLOW -> build(builder, ErrorCode.TIMEOUT, TOO_SLOW, id);
        };
    }

    private static GraphQLError internal(Throwable error, GraphqlErrorBuilder<?> builder) {
        String id = UUID.randomUUID().toString();
        LOG.error("internal error {}", id, error);
        return build(builder, ErrorCode.INTERNAL, "Internal error " + id, id);
    }

    private static GraphQLError build(GraphqlErrorBuilder<?> builder, ErrorCode code, String message, String id) {
        return build(builder, code, message, Map.of("code", code.name(), "id", id));
    }

    private static GraphQLError build(GraphqlErrorBuilder<?> builder, ErrorCode code, String message) {
        return build(builder, code, message, Map.of("code", code.name()));
    }

    private static GraphQLError build(
            GraphqlErrorBuilder<?> builder, ErrorCode code, String message, Map<String, Object> extensions) {
        // The message is an argument: it may hold what the builder would take for a format.
        return builder.errorType(code)
                .message("%s", message)
                .extensions(extensions)
                .build();
    }
}
