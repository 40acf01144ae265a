package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.api.live.Subscriptions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.test.annotation.DirtiesContext;

/** A new version is rolled out while people watch: they are sent to another process at once. */
@DirtiesContext
class StopTest extends ApiTest {

    @Autowired
    ConfigurableApplicationContext context;

    @Autowired
    Subscriptions subscriptions;

    @Test
    void stop_closesSocketsAndStreams() {
        String watch = "subscription { deliveryLogged { id } }";
        try (SocketClient client = SocketClient.connectAs(port, OPERATOR);
                Stream<String> lines = stream(OPERATOR, watch).body()) {
            client.send("{\"type\":\"subscribe\",\"id\":\"1\",\"payload\":{\"query\":\"" + watch + "\"}}");
            await().atMost(Duration.ofSeconds(20)).until(() -> subscriptions.open() == 2);
            context.publishEvent(new ContextClosedEvent(context));
            assertThat(client.end()).isEqualTo("1012 The server stops");
            List<String> told = lines.toList();
            assertThat(told).startsWith(":").doesNotContain("event:complete");
        }
    }
}
