package dev.postern.security;

import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatcher;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Whether a request asks for a WebSocket at {@code /graphql}. Browsers can't give it credentials: its client says who it is
 * in the first message, before anything runs.
 */
public final class SocketUpgrades implements ServerWebExchangeMatcher {

    /** The one path. */
    public static final String PATH = "/graphql";

    /** Whether it does. */
    public static boolean include(ServerHttpRequest request) {
        return HttpMethod.GET.equals(request.getMethod())
                && request.getPath().pathWithinApplication().value().equals(PATH)
                && "websocket".equalsIgnoreCase(request.getHeaders().getUpgrade());
    }

    @Override
    public Mono<MatchResult> matches(ServerWebExchange exchange) {
        return include(exchange.getRequest()) ? MatchResult.match() : MatchResult.notMatch();
    }
}
