package dev.postern.portal.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class HttpGatewayTest extends GatewayContract {

    private static final GatewaySettings SETTINGS =
            new GatewaySettings(Duration.ofSeconds(15), DataSize.ofMegabytes(16));

    @Override
    Gateway gateway() {
        return at("http://localhost:" + port + "/", SETTINGS);
    }

    private static Gateway at(String url, GatewaySettings settings) {
        return GatewayClient.overHttp(URI.create(url), WebClient.builder(), settings);
    }

    /** The gateway is being restarted. */
    @Test
    void execute_withNobodyListening_isUnavailable() throws IOException {
        int closed;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = socket.getLocalPort();
        }
        unavailable(
                at("http://127.0.0.1:" + closed, SETTINGS).execute("viewer", Map.of(), OPERATOR), "can’t be reached");
    }

    /** The gateway takes the connection and never answers. */
    @Test
    void execute_withoutAnAnswerInTime_isUnavailable() throws IOException {
        try (ServerSocket mute = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Gateway gateway = at(
                    "http://127.0.0.1:" + mute.getLocalPort(),
                    new GatewaySettings(Duration.ofMillis(200), DataSize.ofMegabytes(1)));
            unavailable(gateway.execute("viewer", Map.of(), OPERATOR), "took too long");
        }
    }

    @Test
    void execute_withAnAnswerBeyondTheLimit_isUnavailable() {
        Gateway gateway =
                at("http://localhost:" + port, new GatewaySettings(Duration.ofSeconds(15), DataSize.ofKilobytes(1)));
        unavailable(gateway.execute("tenants", Map.of("first", 30), OPERATOR), "");
    }

    private static void unavailable(Mono<Answer> answer, String reason) {
        StepVerifier.create(answer)
                .expectErrorSatisfies(failure -> assertThat(failure)
                        .isInstanceOf(GatewayException.Unavailable.class)
                        .hasMessageContaining(reason))
                .verify();
    }
}
