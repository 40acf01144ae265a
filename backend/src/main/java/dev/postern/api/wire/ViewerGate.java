package dev.postern.api.wire;

import dev.postern.security.Credentials;
import dev.postern.security.Viewer;
import java.net.URI;
import java.util.Map;
import java.util.function.Function;
import org.springframework.graphql.server.WebGraphQlInterceptor;
import org.springframework.graphql.server.WebGraphQlRequest;
import org.springframework.graphql.server.WebGraphQlResponse;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.web.filter.reactive.ServerWebExchangeContextFilter;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * Puts the viewer into the GraphQL and the Reactor context. Over HTTP the security filter has found it
 * already; a caller inside of this process, such as the portal, passes its visitor's credentials as a
 * header, and they are checked here. No request runs without a viewer.
 */
public final class ViewerGate implements WebGraphQlInterceptor {

    /** The key in the GraphQL context of where the request came in. */
    public static final String REQUEST_URI = "requestUri";

    private final Credentials credentials;
    private final Function<Viewer, Map<String, Object>> context;

    /** @param context what else a viewer brings into the GraphQL context */
    public ViewerGate(Credentials credentials, Function<Viewer, Map<String, Object>> context) {
        this.credentials = credentials;
        this.context = context;
    }

    @Override
    public Mono<WebGraphQlResponse> intercept(WebGraphQlRequest request, Chain chain) {
        return ReactiveSecurityContextHolder.getContext()
                .mapNotNull(SecurityContext::getAuthentication)
                .mapNotNull(Authentication::getPrincipal)
                .ofType(Viewer.class)
                .switchIfEmpty(Mono.defer(
                        () -> credentials.authenticate(request.getHeaders().getFirst(HttpHeaders.AUTHORIZATION))))
                .flatMap(viewer -> Mono.deferContextual(reactorContext -> {
                    URI uri = origin(reactorContext, request);
                    request.configureExecutionInput((input, builder) -> builder.graphQLContext(entries -> {
                                entries.of(Viewer.class, viewer, REQUEST_URI, uri);
                                context.apply(viewer).forEach(entries::of);
                            })
                            .build());
                    return chain.next(request).contextWrite(reactor -> reactor.put(Viewer.class, viewer));
                }));
    }

    /** Where the person's request came in, which a call from inside of this process doesn't say itself. */
    private static URI origin(ContextView context, WebGraphQlRequest request) {
        return ServerWebExchangeContextFilter.getExchange(context)
                .map(exchange -> exchange.getRequest().getURI())
                .orElseGet(() -> request.getUri().toUri());
    }
}
