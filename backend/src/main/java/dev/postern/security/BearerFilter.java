package dev.postern.security;

import dev.postern.model.Causes;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Lets a request through as the viewer its credentials stand for, or answers it with 401 and a GraphQL error. A WebSocket may be
 * opened without any.
 */
final class BearerFilter implements WebFilter {

    private static final Logger LOG = LoggerFactory.getLogger(BearerFilter.class);

    private final Credentials credentials;

    BearerFilter(Credentials credentials) {
        this.credentials = credentials;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        String authorization = exchange.getRequest().getHeaders().getFirst(HttpHeaders.AUTHORIZATION);
        if (authorization == null && SocketUpgrades.include(exchange.getRequest())) {
            return chain.filter(exchange);
        }
        // First decided, then done: an error of the chain is not one of the credentials.
        return credentials
                .authenticate(authorization)
                .map(viewer -> proceed(exchange, chain, viewer))
                .onErrorResume(error -> Mono.just(refuse(exchange.getResponse(), error)))
                .flatMap(Function.identity());
    }

    private static Mono<Void> proceed(ServerWebExchange exchange, WebFilterChain chain, Viewer viewer) {
        return chain.filter(exchange).contextWrite(Credentials.actingAs(viewer));
    }

    private static Mono<Void> refuse(ServerHttpResponse response, Throwable error) {
        if (error instanceof UnauthenticatedException reason) {
            response.getHeaders().set(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
            return answer(response, HttpStatus.UNAUTHORIZED, reason.getMessage(), UnauthenticatedException.CODE);
        }
        LOG.warn("credentials could not be checked: {}", Causes.reason(error));
        LOG.debug("credentials could not be checked", error);
        return answer(response, HttpStatus.SERVICE_UNAVAILABLE, "The credentials can't be checked now", "UNAVAILABLE");
    }

    /** The texts are ours and hold nothing that JSON would need escaped. */
    private static Mono<Void> answer(ServerHttpResponse response, HttpStatus status, String message, String code) {
        response.setStatusCode(status);
        response.getHeaders().setContentType(MediaType.APPLICATION_JSON);
        byte[] body = "{\"errors\":[{\"message\":\"%s\",\"extensions\":{\"code\":\"%s\"}}]}"
                .formatted(message, code)
                .getBytes(StandardCharsets.UTF_8);
        return response.writeWith(
                Mono.fromSupplier(() -> response.bufferFactory().wrap(body)));
    }
}
