package dev.postern.portal.gateway;

import java.net.URI;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** Reaches a gateway by its URL. */
final class HttpTransport implements Transport {

    private final WebClient client;

    HttpTransport(URI gateway, WebClient.Builder builder, GatewaySettings settings) {
        URI endpoint = URI.create(gateway.toString().replaceFirst("/+$", "") + "/graphql");
        int maxAnswer = (int) settings.maxAnswer().toBytes();
        this.client = builder.baseUrl(endpoint.toString())
                .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(maxAnswer))
                .build();
    }

    @Override
    public Mono<byte[]> send(Call call, Credentials credentials) {
        // The body says what went wrong better than the status does: a 401 carries a GraphQL error as well.
        return client.post()
                .header(HttpHeaders.AUTHORIZATION, credentials.header())
                .contentType(MediaType.APPLICATION_JSON)
                .accept(MediaType.APPLICATION_JSON)
                .bodyValue(call.body())
                .exchangeToMono(response -> response.bodyToMono(byte[].class));
    }
}
