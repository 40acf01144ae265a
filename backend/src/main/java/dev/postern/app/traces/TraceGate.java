package dev.postern.app.traces;

import dev.postern.app.traces.Traces.Span;
import dev.postern.model.Trace;
import dev.postern.security.Viewer;
import graphql.language.OperationDefinition;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.graphql.server.WebGraphQlInterceptor;
import org.springframework.graphql.server.WebGraphQlRequest;
import org.springframework.graphql.server.WebGraphQlResponse;
import org.springframework.graphql.server.WebSocketGraphQlRequest;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContext;
import reactor.core.publisher.Mono;

/**
 * Around every GraphQL request, and before all else: its span. Work that comes of it finds that in the Reactor context,
 * under {@link Span}, whether it is recorded or not, and where it is, its place under {@link Trace}.
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
        return isOperatorsOverHttp(request).flatMap(goesOn -> {
            Span span = traces.serve(
                    "graphql", name -> goesOn ? request.getHeaders().getFirst(name) : null);
            return chain.next(request)
                    .doOnNext(response -> describe(span, response))
                    .doFinally(signal -> span.end())
                    .contextWrite(context -> context.put(Span.class, span))
                    .contextWrite(context -> context.putNonNull(Trace.class, span.place()));
        });
    }

    /**
     * Whether it may go on with its caller's trace. A tenant could have everything recorded, and written into the traces of
     * others; and the headers of a socket's upgrade say nothing of what is asked over it hours later.
     */
    private static Mono<Boolean> isOperatorsOverHttp(WebGraphQlRequest request) {
        if (request instanceof WebSocketGraphQlRequest) {
            return Mono.just(false);
        }
        return ReactiveSecurityContextHolder.getContext()
                .mapNotNull(SecurityContext::getAuthentication)
                .map(authentication -> authentication.getPrincipal() instanceof Viewer.Operator)
                .defaultIfEmpty(false);
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
