package dev.postern.api.wire;

import java.net.InetSocketAddress;
import java.net.URI;
import java.security.Principal;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.graphql.server.WebSocketSessionInfo;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** The upgrade that a socket came of, as its operations know it. */
record SocketOrigin(ServerWebExchange upgrade) implements WebSocketSessionInfo {

    @Override
    public String getId() {
        return upgrade.getRequest().getId();
    }

    @Override
    public Map<String, Object> getAttributes() {
        return upgrade.getAttributes();
    }

    @Override
    public URI getUri() {
        return upgrade.getRequest().getURI();
    }

    @Override
    public HttpHeaders getHeaders() {
        return upgrade.getRequest().getHeaders();
    }

    @Override
    public Mono<Principal> getPrincipal() {
        return upgrade.getPrincipal();
    }

    @Override
    public @Nullable InetSocketAddress getRemoteAddress() {
        return upgrade.getRequest().getRemoteAddress();
    }
}
