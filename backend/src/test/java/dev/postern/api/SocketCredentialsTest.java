package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.api.live.Subscriptions;
import dev.postern.fakes.SettableClock;
import dev.postern.security.PortalLinks;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;

/** A WebSocket lasts for no longer than what its client was let in by. */
@Import(SocketCredentialsTest.Steered.class)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class SocketCredentialsTest extends ApiTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Autowired
    SettableClock steered;

    @Autowired
    Subscriptions subscriptions;

    @Autowired
    PortalLinks links;

    /** A tab is left open overnight. The clock stands, so that however slow we are the token is good as we connect. */
    @Test
    void token_thatLapsesClosesIt() {
        tenant("lapsing");
        String token = tokenOf("lapsing");
        steered.advance(Duration.ofHours(1).minusSeconds(1));
        try (SocketClient client = SocketClient.connectAs(port, token)) {
            client.send("{\"type\":\"subscribe\",\"id\":\"1\",\"payload\":"
                    + "{\"query\":\"subscription { deliveryLogged { id } }\"}}");
            assertThat(client.end()).isEqualTo("4403 The credentials have expired");
            assertThat(client.waiting()).isZero();
        }
        await().atMost(PATIENCE).until(() -> subscriptions.open() == 0);
    }

    /** What is good for one request must not buy a socket full of them, which nobody would pay for. */
    @Test
    void link_opensNone() {
        tenant("linked");
        try (SocketClient client = SocketClient.connect(port)) {
            client.send("{\"type\":\"connection_init\",\"payload\":{\"Authorization\":\"Bearer %s\"}}"
                    .formatted(link("linked")));
            assertThat(client.end()).startsWith("4403 A one-time link");
            assertThat(client.waiting()).isZero();
        }
        try (SocketClient client = SocketClient.connect(port, "Authorization", "Bearer " + link("linked"))) {
            client.send("{\"type\":\"connection_init\"}");
            assertThat(client.end()).startsWith("4403 A one-time link");
        }
    }

    private String link(String tenantId) {
        return "plk_"
                + Objects.requireNonNull(links.issue(tenantId).block(PATIENCE)).code();
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class Steered {

        @Bean
        @Primary
        SettableClock steered() {
            return new SettableClock();
        }
    }
}
