package dev.postern.portal.gateway;

import java.net.URI;
import java.util.Locale;
import java.util.Map;
import org.springframework.graphql.server.WebGraphQlHandler;
import org.springframework.graphql.server.WebGraphQlRequest;
import org.springframework.http.HttpHeaders;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.web.filter.reactive.ServerWebExchangeContextFilter;
import org.springframework.web.util.UriComponentsBuilder;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reaches a gateway in the same process. The request carries the visitor's own {@code Authorization} header: the
 * gateway judges it as it would judge one that came over the wire. It seems to come in at the host and port that the
 * visitor came to: the links that the gateway hands out lead back there. The answer goes through the gateway's own
 * JSON mapper, so that its scalars look as they do over HTTP.
 */
final class InProcessTransport implements Transport {

    private static final URI NO_VISITOR = URI.create("http://localhost/graphql");

    private final WebGraphQlHandler handler;
    private final JsonMapper mapper;

    InProcessTransport(WebGraphQlHandler handler, JsonMapper mapper) {
        this.handler = handler;
        this.mapper = mapper;
    }

    @Override
    public Mono<byte[]> send(Call call, Credentials credentials) {
        return Mono.deferContextual(context -> handler.handleRequest(request(call, credentials, address(context))))
                .map(response -> mapper.writeValueAsBytes(response.toMap()));
    }

    private static WebGraphQlRequest request(Call call, Credentials credentials, URI address) {
        HttpHeaders headers = new HttpHeaders();
        headers.set(HttpHeaders.AUTHORIZATION, credentials.header());
        return new WebGraphQlRequest(
                address, headers, new LinkedMultiValueMap<>(), null, Map.of(), call.body(), "portal", Locale.ENGLISH);
    }

    private static URI address(ContextView context) {
        return ServerWebExchangeContextFilter.getExchange(context)
                .map(exchange -> UriComponentsBuilder.fromUri(
                                exchange.getRequest().getURI())
                        .replacePath("/graphql")
                        .replaceQuery(null)
                        .build(true)
                        .toUri())
                .orElse(NO_VISITOR);
    }
}
