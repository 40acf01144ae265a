package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.api.live.Subscriptions;
import dev.postern.model.DeliveryStatus;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/** What a WebSocket may take of us, from clients that mean harm and from those that hang. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class SocketLimitsTest extends ApiTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int MOST_SOCKETS = 10;
    private static final String PONG = "{\"type\":\"pong\"}";

    @Autowired
    Subscriptions subscriptions;

    /** A stranger holds sockets open without a word: they count as any other. */
    @Test
    void sockets_thatAreOpenAreCounted() {
        List<SocketClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < MOST_SOCKETS; i++) {
                clients.add(connectWhenThereIsRoom());
            }
            assertThat(status()).isEqualTo(503);
            clients.removeLast().close();
            clients.add(connectWhenThereIsRoom());
            assertThat(status()).isEqualTo(503);
        } finally {
            clients.forEach(SocketClient::close);
        }
    }

    /** A scanner sends upgrades that are none; and clients of another protocol are sent away. */
    @Test
    void sockets_thatNeverOpenedTakeNoRoom() throws IOException {
        for (int i = 0; i < MOST_SOCKETS * 2; i++) {
            assertThat(brokenUpgrade()).contains(" 400 ");
            try (SocketClient client = SocketClient.speaking("graphql-ws", port)) {
                assertThat(client.end()).startsWith("4406");
            }
        }
        connectWhenThereIsRoom().close();
    }

    @Test
    void stranger_saysLittle() {
        try (SocketClient client = SocketClient.connect(port)) {
            client.send(ping(10_000));
            assertThat(client.end()).startsWith("1009");
            assertThat(client.waiting()).isZero();
        }
    }

    /** It begins a large message and leaves it at that, or says little again and again. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void stranger_saysLittleInAll(boolean unfinished) {
        try (SocketClient client = SocketClient.connect(port)) {
            String some = unfinished ? "x".repeat(1_000) : ping(1_000);
            for (int i = 0; i < 10; i++) {
                client.sendPart(some, !unfinished);
            }
            assertThat(client.end()).startsWith("1009");
        }
    }

    @Test
    void ping_isAnsweredInShort() {
        try (SocketClient client = SocketClient.connectAs(port, OPERATOR)) {
            assertThat(client.send(ping(20_000)).next()).isEqualTo(PONG);
            assertThat(client.send(ping(500)).next()).hasSizeGreaterThan(500);
        }
    }

    @Test
    void ping_ofTheTransportIsAnswered() {
        try (SocketClient client = SocketClient.connect(port)) {
            client.ping();
            await().atMost(PATIENCE).until(() -> client.pongs() == 1);
        }
    }

    /** Their answers must not be kept for who doesn't read them. */
    @Test
    void pings_ofWhoDoesNotReadEndIt() {
        try (SocketClient client = hanging()) {
            for (int i = 0; i < 1_000; i++) {
                client.ping();
            }
            await().atMost(PATIENCE).until(() -> subscriptions.open() == 0);
        }
    }

    /** A phone loses its network in the middle of a large answer; or its client goes on talking, and reads nothing. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoStopsReading_isCutOff(boolean talks) {
        try (SocketClient client = hanging()) {
            await().atMost(PATIENCE).until(() -> {
                if (talks) {
                    client.sendPart(PONG, true);
                }
                return subscriptions.open() == 0;
            });
        }
    }

    /** Watches, and has been sent more than the network holds. */
    private SocketClient hanging() {
        logged("large", "large", "d", 1, DeliveryStatus.SUCCESS, "\"" + "x".repeat(20_000_000) + "\"");
        SocketClient client = connectWhenThereIsRoom();
        client.send("{\"type\":\"subscribe\",\"id\":\"1\",\"payload\":"
                + "{\"query\":\"subscription { deliveryLogged { id } }\"}}");
        await().atMost(PATIENCE).until(() -> subscriptions.open() == 1);
        client.stopReading();
        client.send("{\"type\":\"subscribe\",\"id\":\"2\",\"payload\":"
                + "{\"query\":\"{ event(id: \\\"large\\\") { data } }\"}}");
        return client;
    }

    private SocketClient connectWhenThereIsRoom() {
        return await().atMost(PATIENCE)
                .ignoreException(CompletionException.class)
                .until(() -> SocketClient.connectAs(port, OPERATOR), client -> true);
    }

    /** What the next upgrade is answered with. */
    private int status() {
        try {
            SocketClient.connect(port).close();
            return 101;
        } catch (CompletionException e) {
            return e.getCause() instanceof WebSocketHandshakeException refused
                    ? refused.getResponse().statusCode()
                    : 0;
        }
    }

    private String brokenUpgrade() throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream()
                    .write(
                            "GET /graphql HTTP/1.1\r\nHost: localhost:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
                                    .formatted(port)
                                    .getBytes(StandardCharsets.US_ASCII));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
        }
    }

    private static String ping(int length) {
        return "{\"type\":\"ping\",\"payload\":{\"text\":\"%s\"}}".formatted("x".repeat(length));
    }
}
