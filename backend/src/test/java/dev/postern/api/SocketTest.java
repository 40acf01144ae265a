package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.postern.api.live.Subscriptions;
import dev.postern.json.Json;
import dev.postern.livelog.memory.MemoryLiveLog;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/** GraphQL over a WebSocket, message by message, as the protocol graphql-transport-ws has it. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class SocketTest extends ApiTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Autowired
    MemoryLiveLog live;

    @Autowired
    Subscriptions subscriptions;

    /** A client that asks for everything over one connection: numbers keep their digits, as over HTTP. */
    @Test
    void queriesAndMutations_areAnswered() {
        try (SocketClient client = SocketClient.connectAs(port, OPERATOR)) {
            client.send(subscribe("1", "mutation { upsertTenant(input: {id: \"s1\"}) { tenant { id } } }"));
            assertThat(withoutCost(client.next()))
                    .isEqualTo(
                            "{\"id\":\"1\",\"type\":\"next\",\"payload\":{\"data\":{\"upsertTenant\":{\"tenant\":{\"id\":\"s1\"}}}}}");
            assertThat(client.next()).isEqualTo("{\"id\":\"1\",\"type\":\"complete\"}");
            logged("s1", "s1e", "d", 1, DeliveryStatus.SUCCESS, "{\"n\":1.100000000000000000001}");
            client.send(subscribe("1", "{ event(id: \"s1e\") { data } }"));
            assertThat(client.next()).contains("{\"n\":1.100000000000000000001}");
            assertThat(client.next()).contains("complete");
        }
    }

    @Test
    void whatCannotRun_isAnsweredWithItsErrors() {
        try (SocketClient client = SocketClient.connectAs(port, OPERATOR)) {
            client.send(subscribe("a", "{ nonsense }"));
            assertThat(client.next())
                    .startsWith("{\"id\":\"a\",\"type\":\"error\",\"payload\":[{\"message\":")
                    .contains("\"code\":\"BAD_USER_INPUT\"");
            client.send(subscribe("a", "{ delivery(id: \"\") { id } }"));
            assertThat(client.next()).contains("\"type\":\"next\"", "\"code\":\"BAD_USER_INPUT\"");
        }
    }

    @Test
    void subscription_goesOnUntilItsClientHasEnough() {
        tenant("s2");
        try (SocketClient client = SocketClient.connectAs(port, tokenOf("s2"))) {
            client.send(subscribe("w", "subscription { deliveryLogged { eventId } }"));
            await().atMost(PATIENCE).until(() -> subscriptions.open() == 1);
            store("s3", "other");
            store("s2", "own");
            assertThat(withoutCost(client.next()))
                    .isEqualTo(
                            "{\"id\":\"w\",\"type\":\"next\",\"payload\":{\"data\":{\"deliveryLogged\":{\"eventId\":\"own\"}}}}");
            client.send("{\"type\":\"complete\",\"id\":\"w\"}");
            await().atMost(PATIENCE).until(() -> subscriptions.open() == 0);
            client.send(subscribe("w", "{ viewer { kind } }"));
            assertThat(client.next()).contains("\"id\":\"w\"", "TENANT");
        }
    }

    /** The tab is closed, the network is gone: its places are free again. */
    @Test
    void subscription_endsWithItsSocket() {
        SocketClient client = SocketClient.connectAs(port, OPERATOR);
        client.send(subscribe("1", "subscription { deliveryLogged { eventId } }"))
                .send(subscribe("2", "subscription { eventLogged { id } }"));
        await().atMost(PATIENCE).until(() -> subscriptions.open() == 2);
        client.close();
        await().atMost(PATIENCE).until(() -> subscriptions.open() == 0);
    }

    @Test
    void credentials_mayComeWithTheUpgrade() {
        try (SocketClient client = SocketClient.connect(port, "Authorization", "Bearer " + OPERATOR)) {
            client.send("{\"type\":\"connection_init\"}");
            assertThat(client.next()).isEqualTo("{\"type\":\"connection_ack\"}");
            client.send(subscribe("1", "{ viewer { kind } }"));
            assertThat(client.next()).contains("OPERATOR");
        }
        assertThatThrownBy(() -> SocketClient.connect(port, "Authorization", "Bearer wrong"))
                .satisfies(error -> assertThat(status(error)).isEqualTo(401));
    }

    @Test
    void credentials_thatAreWrongOrMissingCloseIt() {
        assertThat(end("{\"type\":\"connection_init\",\"payload\":{\"authorization\":\"Bearer wrong\"}}"))
                .isEqualTo("4403 The credentials are not valid");
        assertThat(end("{\"type\":\"connection_init\"}")).startsWith("4403 No credentials");
        assertThat(end(subscribe("1", "{ viewer { kind } }"))).startsWith("4401");
    }

    @Test
    void whoSaysNothing_isClosed() {
        try (SocketClient client = SocketClient.connect(port)) {
            assertThat(client.end()).startsWith("4408");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "[]",
                "{}",
                "{\"type\":\"unheard of\"}",
                "{\"type\":\"subscribe\",\"id\":1}",
                "{\"type\":\"connection_init\",\"payload\":1}",
                "{\"type\":\"ping\",\"payload\":\"\\ud800\"}"
            })
    void whatIsNoMessage_closesIt(String message) {
        assertThat(end(message)).startsWith("4400");
    }

    @Test
    void subscribe_withoutWhatItNeedsClosesIt() {
        for (String message : List.of(
                "{\"type\":\"subscribe\",\"payload\":{\"query\":\"{ viewer { kind } }\"}}",
                "{\"type\":\"subscribe\",\"id\":\"1\"}",
                "{\"type\":\"subscribe\",\"id\":\"1\",\"payload\":{\"query\":1}}")) {
            try (SocketClient client = SocketClient.connectAs(port, OPERATOR)) {
                assertThat(client.send(message).end()).as(message).startsWith("4400");
            }
        }
        try (SocketClient client = SocketClient.connect(port)) {
            assertThat(client.sendBinary().end()).startsWith("4400");
        }
    }

    @Test
    void whatComesTwice_closesIt() {
        try (SocketClient client = SocketClient.connectAs(port, OPERATOR)) {
            client.send("{\"type\":\"connection_init\"}");
            assertThat(client.end()).startsWith("4429");
        }
        try (SocketClient client = SocketClient.connectAs(port, OPERATOR)) {
            client.send(subscribe("same", "subscription { deliveryLogged { id } }"))
                    .send(subscribe("same", "subscription { deliveryLogged { id } }"));
            assertThat(client.end()).isEqualTo("4409 Subscriber for same already exists");
        }
        await().atMost(PATIENCE).until(() -> subscriptions.open() == 0);
    }

    @Test
    void whatIsTooMuch_isRefused() {
        try (SocketClient client = SocketClient.connectAs(port, OPERATOR)) {
            client.send("{\"type\":\"ping\",\"payload\":{\"text\":\"" + "x".repeat(70_000) + "\"}}");
            assertThat(client.end()).startsWith("1009");
        }
        try (SocketClient client = SocketClient.connectAs(port, OPERATOR)) {
            for (int i = 0; i < 3; i++) {
                client.send(subscribe("s" + i, "subscription { deliveryLogged { id } }"));
            }
            await().atMost(PATIENCE).until(() -> subscriptions.open() == 3);
            client.send(subscribe("more", "{ viewer { kind } }"));
            assertThat(client.next()).contains("\"id\":\"more\",\"type\":\"error\"", "UNAVAILABLE");
        }
        await().atMost(PATIENCE).until(() -> subscriptions.open() == 0);
    }

    /** One tenant opens socket after socket; the others still find room. */
    @Test
    void sockets_ofOneTenantAreLimited() {
        tenant("s5");
        try (SocketClient first = SocketClient.connectAs(port, tokenOf("s5"));
                SocketClient second = SocketClient.connectAs(port, tokenOf("s5"));
                SocketClient third = SocketClient.connect(port)) {
            third.send("{\"type\":\"connection_init\",\"payload\":{\"Authorization\":\"Bearer %s\"}}"
                    .formatted(tokenOf("s5")));
            assertThat(third.end()).startsWith("1013");
            SocketClient.connectAs(port, OPERATOR).close();
            assertThat(first.waiting() + second.waiting()).isZero();
        }
    }

    @Test
    void ping_isAnswered() {
        try (SocketClient client = SocketClient.connect(port)) {
            client.send("{\"type\":\"ping\",\"payload\":{\"n\":1.50}}");
            assertThat(client.next()).isEqualTo("{\"type\":\"pong\",\"payload\":{\"n\":1.50}}");
        }
    }

    /** It hangs with what it has been sent unread: it is not waited for. */
    @Test
    void whoAnswersNoPing_isCutOff() {
        SocketClient client = SocketClient.connectAs(port, OPERATOR);
        client.stopReading();
        client.send(subscribe("1", "subscription { deliveryLogged { id } }"));
        await().atMost(PATIENCE).until(() -> subscriptions.open() == 1);
        store("s6", "last");
        await().atMost(PATIENCE).until(() -> subscriptions.open() == 0);
        client.close();
    }

    /** A page of somebody else's site must not speak for whoever looks at it. */
    @Test
    void origin_isLookedAt() {
        String own = "http://localhost:" + port;
        SocketClient.connect(port, "Origin", own).close();
        SocketClient.connect(port, "Origin", "https://friend.example").close();
        for (String foreign : List.of("https://evil.example", "null", "http://localhost:1", own + ".evil.example")) {
            assertThatThrownBy(() -> SocketClient.connect(port, "Origin", foreign))
                    .satisfies(error -> assertThat(status(error)).isEqualTo(403));
        }
    }

    @Test
    void protocol_mustBeTheOneThatWeSpeak() {
        try (SocketClient client = SocketClient.speaking("graphql-ws", port)) {
            assertThat(client.end()).startsWith("4406");
        }
    }

    /** The way that is left open for sockets is none for anything else. */
    @Test
    void withoutCredentials_nothingElseIsReached() {
        assertThat(send(to("/graphql?query=%7Bviewer%7Bkind%7D%7D").GET().build())
                        .statusCode())
                .isEqualTo(401);
        assertThat(send(to("/graphql/schema").GET().build()).statusCode()).isEqualTo(401);
    }

    private String end(String message) {
        try (SocketClient client = SocketClient.connect(port)) {
            return client.send(message).end();
        }
    }

    private static int status(Throwable error) {
        Throwable cause = error instanceof CompletionException ? error.getCause() : error;
        return ((WebSocketHandshakeException) Objects.requireNonNull(cause))
                .getResponse()
                .statusCode();
    }

    private static String subscribe(String id, String query) {
        return "{\"type\":\"subscribe\",\"id\":\"%s\",\"payload\":{\"query\":%s}}".formatted(id, Json.write(query));
    }

    private static String withoutCost(String answer) {
        return answer.replaceAll(",?\"cost\":\\{[^}]*}", "").replace(",\"extensions\":{}", "");
    }

    private void store(String tenantId, String eventId) {
        Instant time = Instant.parse("2026-01-15T10:30:00Z").plusMillis(Math.floorMod(tenantId.hashCode(), 100_000));
        var event = new Event(eventId, tenantId, null, List.of("d"), "user.created", true, time, Map.of(), "{}");
        var delivery = new Delivery(
                "atm_" + tenantId + eventId,
                "d",
                "webhook",
                DeliveryStatus.SUCCESS,
                time,
                1,
                false,
                "200",
                null,
                7,
                event);
        var entries = List.of(new LogEntry(event, delivery, null));
        log.insert(entries).block(PATIENCE);
        live.tell(entries);
    }
}
