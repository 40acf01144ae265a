package dev.postern.benchmark.delivery;

import dev.postern.benchmark.delivery.Payloads.Payload;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** Publishes events over GraphQL, one a request, as a client with a fixed document does. */
final class Publisher implements AutoCloseable {

    private static final String HEAD = "{\"query\":\"mutation Publish($input: PublishEventInput!) {"
            + " publishEvent(input: $input) { eventId duplicate userErrors { code message } } }\","
            + "\"variables\":{\"input\":{\"id\":\"";

    private final ConnectionProvider connections;
    private final HttpClient client;
    private final Payloads payloads;
    private final int tenants;

    Publisher(int port, String key, Payloads payloads, int tenants) {
        this.payloads = payloads;
        this.tenants = tenants;
        connections = ConnectionProvider.builder("publisher")
                .maxConnections(256)
                .pendingAcquireMaxCount(200_000)
                .pendingAcquireTimeout(Duration.ofMinutes(1))
                .build();
        client = HttpClient.create(connections)
                .baseUrl("http://127.0.0.1:" + port)
                .headers(headers -> headers.set(HttpHeaderNames.AUTHORIZATION, "Bearer " + key)
                        .set(HttpHeaderNames.CONTENT_TYPE, "application/json"));
    }

    /** Whether it was accepted. */
    Mono<Boolean> publish(String id, int event) {
        return post(document(id, event)).map(answer -> answer.contains("\"eventId\":\"" + id + "\""));
    }

    /** The answer to any document. */
    Mono<String> query(String document) {
        return post(bytes("{\"query\":\"" + document.replace("\"", "\\\"") + "\"}"));
    }

    @Override
    public void close() {
        connections.dispose();
    }

    private Mono<String> post(ByteBuf body) {
        return client.headers(headers -> headers.set(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes()))
                .post()
                .uri("/graphql")
                .send(Mono.just(body))
                .responseSingle((response, content) -> content.asString())
                .defaultIfEmpty("");
    }

    private ByteBuf document(String id, int event) {
        Payload payload = payloads.get(event);
        return bytes(HEAD
                + id
                + "\",\"tenantId\":\"tenant_"
                + event % tenants
                + "\",\"topic\":\""
                + payload.topic()
                + "\",\"data\":"
                + payload.data()
                + "}}}");
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.UTF_8));
    }
}
