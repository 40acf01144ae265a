package dev.postern.provider.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.model.Destination;
import dev.postern.provider.PublishOutcome;
import dev.postern.provider.PublishOutcome.Delivered;
import dev.postern.provider.PublishOutcome.Rejected;
import dev.postern.provider.PublishOutcome.Unreachable;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tenants with receivers at one address share connections; what one is sent must never reach another. */
class WebhookDesyncTest {

    private static final String EVIL = "HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nevil";
    private static final Delivered EVILS = new Delivered("200", "{\"status\":200,\"body\":\"evil\"}");
    private static final Rejected OWN = new Rejected("500", "{\"status\":500,\"body\":\"own\"}", Optional.empty());

    @ParameterizedTest
    @ValueSource(ints = {100, 102, 103, 199})
    void publish_informationalAnswers_areSkipped(int status) throws IOException {
        assertNextGetsItsOwn(EVILS, 1, (request, exchange) -> {
            for (int i = 0; i < AnswerGuard.MAX_INFORMATIONAL; i++) {
                exchange.write("HTTP/1.1 %d Wait\r\nlink: </x>\r\n\r\n".formatted(status));
            }
            exchange.write(EVIL);
        });
    }

    @Test
    void publish_answerLongAfterTheInformationalOne_isItsOwn() throws IOException {
        var informed = new CompletableFuture<Void>();
        try (Receiver receiver = Receiver.start((request, exchange) -> {
                    if (request.headers().containsKey("x-evil")) {
                        exchange.write("HTTP/1.1 103 Early Hints\r\n\r\n");
                        informed.join();
                        exchange.write(EVIL);
                    } else {
                        informed.complete(null);
                        exchange.answer(500, "own");
                    }
                });
                WebhookProvider provider = Webhooks.provider(Webhooks.settings())) {
            var evils = CompletableFuture.supplyAsync(() -> publishEvil(provider, receiver));
            PublishOutcome own = Webhooks.publish(provider, Webhooks.destination(receiver.url()));

            assertThat(evils.join()).isEqualTo(EVILS);
            assertThat(own).isEqualTo(OWN);
        }
    }

    @Test
    void publish_informationalAnswersWithoutEnd_fail() throws IOException {
        assertNextGetsItsOwn(new Unreachable("network_error"), 2, (request, exchange) -> {
            for (int i = 0; i <= AnswerGuard.MAX_INFORMATIONAL; i++) {
                exchange.write("HTTP/1.1 102 Processing\r\n\r\n");
            }
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 101 Switching Protocols\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n" + EVIL,
                "HTTP/1.1 099 Odd\r\ncontent-length: 0\r\n\r\n"
            })
    void publish_answerThatIsNone_fails(String answer) throws IOException {
        assertNextGetsItsOwn(new Unreachable("network_error"), 2, (request, exchange) -> exchange.write(answer));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                EVIL,
                "H",
                "HTTP/1.1 200 OK\r\ncontent-length: 4\r\nx: ",
                "HTTP/1.1 103 Early Hints\r\n\r\n",
                "\r\n",
                "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n"
            })
    void publish_moreThanOneAnswerInAPacket_closesTheConnection(String surplus) throws IOException {
        assertNextGetsItsOwn(EVILS, 2, (request, exchange) -> exchange.write(EVIL + surplus));
        assertNextGetsItsOwn(
                EVILS,
                2,
                (request, exchange) -> exchange.write(
                        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n" + "4\r\nevil\r\n0\r\n\r\n" + surplus));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                EVIL,
                "H",
                "HTTP/1.1 200 OK\r\ncontent-length: 4\r\nx: ",
                "HTTP/1.1 103 Early Hints\r\n\r\n",
                "\r\n"
            })
    void publish_answerBeforeTheRequest_closesTheConnection(String early) throws IOException {
        var delivered = new CompletableFuture<Void>();
        var closed = new CompletableFuture<Integer>();
        try (Receiver receiver = Receiver.start((request, exchange) -> {
                    if (request.headers().containsKey("x-evil")) {
                        exchange.write(EVIL);
                        delivered.join();
                        exchange.write(early);
                        // Until the client has seen it, and hung up or not.
                        exchange.socket().setSoTimeout(2_000);
                        try {
                            closed.complete(exchange.socket().getInputStream().read());
                        } catch (IOException e) {
                            closed.complete(0);
                        }
                    } else {
                        exchange.answer(500, "own");
                    }
                });
                WebhookProvider provider = Webhooks.provider(Webhooks.settings())) {
            assertThat(publishEvil(provider, receiver)).isEqualTo(EVILS);
            delivered.complete(null);

            assertThat(closed.join()).isEqualTo(-1);
            assertThat(Webhooks.publish(provider, Webhooks.destination(receiver.url())))
                    .isEqualTo(OWN);
        }
    }

    /** The next one waits for the only connection, and gets it in the moment that the answer ends. */
    @Test
    void publish_moreThanOneAnswerWhileAnotherWaits_closesTheConnection() throws IOException {
        var waits = new CompletableFuture<Void>();
        try (Receiver receiver = Receiver.start((request, exchange) -> {
                    if (request.headers().containsKey("x-evil")) {
                        waits.join();
                        exchange.write(EVIL + EVIL);
                    } else {
                        exchange.answer(500, "own");
                    }
                });
                WebhookProvider provider = Webhooks.provider(oneConnection())) {
            var destination = Webhooks.destination(receiver.url());
            var evils =
                    provider.publish(evil(receiver), Webhooks.task(Map.of())).toFuture();
            var own = provider.publish(destination, Webhooks.task(Map.of())).toFuture();
            waits.complete(null);

            assertThat(evils.join()).isEqualTo(EVILS);
            assertThat(own.join()).isEqualTo(OWN);
        }
    }

    private static void assertNextGetsItsOwn(PublishOutcome first, int connections, Receiver.Behaviour evil)
            throws IOException {
        var count = new AtomicInteger();
        try (Receiver receiver = Receiver.start((request, exchange) -> {
                    if (count.incrementAndGet() == 1) {
                        evil.serve(request, exchange);
                    } else {
                        exchange.answer(500, "own");
                    }
                });
                WebhookProvider provider = Webhooks.provider(oneConnection())) {
            assertThat(publishEvil(provider, receiver)).isEqualTo(first);
            assertThat(Webhooks.publish(provider, Webhooks.destination(receiver.url())))
                    .isEqualTo(OWN);
            assertThat(receiver.connections()).isEqualTo(connections);
        }
    }

    /** So that the next one gets the connection of the one before, if that may be used again, and waits until it may. */
    private static WebhookSettings oneConnection() {
        var http = Webhooks.settings().http();
        return Webhooks.settings()
                .withHttp(new WebhookSettings.Http(
                        http.userAgent(),
                        http.deadline(),
                        http.maxResponseBytes(),
                        http.maxResponseHeaderBytes(),
                        1,
                        http.maxPendingPerHost(),
                        http.maxConnections(),
                        http.maxIdle(),
                        http.maxLife()));
    }

    private static PublishOutcome publishEvil(WebhookProvider provider, Receiver receiver) {
        return Webhooks.publish(provider, evil(receiver));
    }

    private static Destination evil(Receiver receiver) {
        return Webhooks.with(Webhooks.destination(receiver.url()), "custom_headers", "{\"x-evil\":\"1\"}");
    }
}
