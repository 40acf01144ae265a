package dev.postern.app.traces;

import dev.postern.app.traces.Traces.Span;
import dev.postern.model.Trace;
import graphql.language.OperationDefinition;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.graphql.server.WebGraphQlInterceptor;
import org.springframework.graphql.server.WebGraphQlRequest;
import org.springframework.graphql.server.WebGraphQlResponse;
import reactor.core.publisher.Mono;

/**
 * Around every GraphQL request, and before all else: its span. Work that comes of it finds its {@link Trace} in the Reactor
 * context, under that class.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class TraceGate implements WebGraphQlInterceptor {

    private static final int LONGEST_NAME = 100;

    private final Traces traces;

    TraceGate(Traces traces) {
        this.traces = traces;
    }

    @Override
    public Mono<WebGraphQlResponse> intercept(WebGraphQlRequest request, Chain chain) {
        return Mono.defer(() -> {
            Span span = traces.serve("graphql", request.getHeaders()::getFirst);
            Trace place = span.place();
            if (place == null) {
                return chain.next(request);
            }
            return chain.next(request)
                    .doOnNext(response -> describe(span, response))
                    .doFinally(signal -> span.end())
                    .contextWrite(context -> context.put(Trace.class, place));
        });
    }

    private static void describe(Span span, WebGraphQlResponse response) {
        OperationDefinition operation =
                response.getExecutionInput().getGraphQLContext().get(OperationDefinition.class);
        if (operation != null) {
            String type = operation.getOperation().name().toLowerCase(Locale.ROOT);
            span.named("graphql " + type).with("graphql.operation.type", type);
            String name = operation.getName();
            if (name != null) {
                span.with("graphql.operation.name", name.substring(0, Math.min(LONGEST_NAME, name.length())));
            }
        }
        if (!response.getErrors().isEmpty()) {
            span.failed(response.getErrors().stream()
                    .map(error -> Objects.toString(error.getExtensions().get("code")))
                    .distinct()
                    .collect(Collectors.joining(",")));
        }
    }
}
