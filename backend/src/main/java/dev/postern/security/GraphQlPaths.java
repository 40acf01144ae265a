package dev.postern.security;

import org.springframework.http.server.PathContainer;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatcher;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Whether a path's first segment is {@code graphql}, whatever follows it. */
final class GraphQlPaths implements ServerWebExchangeMatcher {

    @Override
    public Mono<MatchResult> matches(ServerWebExchange exchange) {
        return exchange.getRequest().getPath().pathWithinApplication().elements().stream()
                        .filter(PathContainer.PathSegment.class::isInstance)
                        .map(PathContainer.PathSegment.class::cast)
                        .findFirst()
                        .filter(segment -> segment.valueToMatch().equals("graphql"))
                        .isPresent()
                ? MatchResult.match()
                : MatchResult.notMatch();
    }
}
