package dev.postern.provider.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.model.Destination;
import dev.postern.provider.PublishOutcome;
import dev.postern.provider.PublishOutcome.Delivered;
import dev.postern.provider.PublishOutcome.Malformed;
import dev.postern.provider.webhook.WebhookSettings.HeaderNames;
import dev.postern.provider.webhook.WebhookSettings.Http;
import dev.postern.provider.webhook.WebhookSettings.Mode;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;

class WebhookRequestTest {

    private Receiver receiver = Receiver.answering(200, "");

    @BeforeEach
    @AfterEach
    void renew() throws IOException {
        receiver.close();
        receiver = Receiver.answering(200, "");
    }

    /** An ordinary delivery of Outpost's kind. */
    @Test
    void publish_defaultMode_sendsTheBytesAndOutpostsHeaders() {
        publish(Webhooks.settings().withHttp(Http.defaults().withUserAgent("Acme-Hooks/7")), destination(), Map.of());

        Receiver.Request request = receiver.onlyRequest();
        assertThat(request.line()).isEqualTo("POST /hook HTTP/1.1");
        assertThat(request.body()).isEqualTo(Webhooks.DATA);
        assertThat(request.headers())
                .containsEntry("content-type", "application/json")
                .containsEntry("user-agent", "Acme-Hooks/7")
                .containsEntry("host", "127.0.0.1:" + receiver.port())
                .containsEntry("x-outpost-event-id", "evt_1")
                .containsEntry("x-outpost-timestamp", "2026-03-04T05:06:07Z")
                .containsEntry("x-outpost-topic", "order.paid")
                .containsKey("x-outpost-signature")
                .doesNotContainKeys("x-outpost-timestamp-ms", "transfer-encoding", "accept-encoding");
    }

    @Test
    void publish_standardMode_sendsStandardHeaders() {
        publish(Webhooks.settings().withMode(Mode.STANDARD), destination(), Map.of("plan", "gold"));

        assertThat(receiver.onlyRequest().headers())
                .containsEntry("webhook-id", "evt_1")
                .containsEntry("webhook-timestamp", "1772600767")
                .containsEntry("webhook-topic", "order.paid")
                .containsEntry("webhook-plan", "gold")
                .containsEntry("plan", "gold")
                .containsKey("webhook-signature")
                .doesNotContainKey("x-outpost-event-id");
    }

    /** Load tests want to know to the millisecond. */
    @Test
    void publish_millisecondTimestamp_goesAlong() {
        publish(Webhooks.settings().withMillisecondTimestamp(true), destination(), Map.of());

        assertThat(receiver.onlyRequest().headers()).containsEntry("x-outpost-timestamp-ms", "2026-03-04T05:06:07.89Z");
    }

    /** Later ones win: custom headers, ours, delivery metadata, the event's metadata. */
    @Test
    void publish_sameHeaderFromSeveralSources_lastOneWins() {
        Destination destination = Webhooks.withDeliveryMetadata(
                Webhooks.with(
                        destination(),
                        "custom_headers",
                        "{\"X-Outpost-Topic\":\"custom\",\"x-outpost-a\":\"custom\",\"X-Key\":\"k\u00e9y\"}"),
                Map.of("a", "delivery", "b", "delivery", "c", "delivery"));

        publish(
                Webhooks.settings(),
                destination,
                Map.of("b", "event", "event-id", "event", "city", "K\u00f6ln \u6771"));

        assertThat(receiver.onlyRequest().headers())
                .containsEntry("x-outpost-topic", "order.paid")
                .containsEntry("x-outpost-a", "delivery")
                .containsEntry("x-outpost-b", "event")
                .containsEntry("x-outpost-c", "delivery")
                .containsEntry("x-outpost-event-id", "event")
                .containsEntry("x-outpost-city", "K\u00f6ln \u6771")
                .containsEntry("x-key", "k\u00e9y");
    }

    /** An event says it is something else: the signed headers are ours all the same. */
    @Test
    void publish_metadataNamedLikeSignedHeaders_doesNotReplaceThem() {
        Map<String, String> forged = Map.of(
                "signature",
                "v0=00",
                "webhook-signature",
                "v1,AA",
                "id",
                "evt_2",
                "webhook-id",
                "evt_2",
                "timestamp",
                "1");
        Destination destination = Webhooks.withDeliveryMetadata(destination(), Map.of("signature", "v0=11"));

        publish(Webhooks.settings(), destination, forged);
        publish(Webhooks.settings().withMode(Mode.STANDARD), destination, forged);

        assertThat(receiver.requests().getFirst().headers().get("x-outpost-signature"))
                .hasSize(3 + 64);
        assertThat(receiver.requests().getLast().headers())
                .containsEntry("webhook-id", "evt_1")
                .containsEntry("webhook-timestamp", "1772600767")
                .hasEntrySatisfying(
                        "webhook-signature", value -> assertThat(value).hasSize(3 + 44));
    }

    /** Each header can have its usual name, a name of its own, or be off. */
    @Test
    void publish_headerNames_areThreeState() {
        var names = new HeaderNames("acme-", "X-Request", null, "", "X-Kind").disable(true, true, true, true);

        publish(Webhooks.settings().withHeaders(names), destination(), Map.of("plan", "gold"));

        assertThat(receiver.onlyRequest().headers())
                .containsEntry("x-request", "evt_1")
                .containsEntry("x-kind", "order.paid")
                .containsEntry("acme-plan", "gold")
                .doesNotContainKeys(
                        "acme-event-id", "acme-timestamp", "acme-topic", "acme-signature", "x-outpost-signature");
    }

    /** Event metadata is the publisher's, and publishers pass on what their users typed. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "note;'a\r\nx-evil: 1'",
                "note;'a\nb'",
                "note;'a\rb'",
                "note;'a\u0000b'",
                "'no te';x",
                "'note:';x",
                "'note\r\nx-evil';x",
                "'';x",
                "n\u00f6te;x"
            })
    void publish_metadataThatMakesNoHeader_isMalformedAndSendsNothing(String key, String value) {
        PublishOutcome outcome = publish(
                Webhooks.settings().withHeaders(new HeaderNames("", null, null, null, null)),
                destination(),
                Map.of(key, value));

        assertThat(outcome).isInstanceOfSatisfying(Malformed.class, malformed -> {
            assertThat(malformed.code()).isEqualTo("ERR");
            assertThat(malformed.response()).startsWith("{\"error\":\"header ");
        });
        assertThat(receiver.requests()).isEmpty();
    }

    /** With an empty prefix, metadata could say where the message ends. */
    @ParameterizedTest
    @CsvSource({"Host", "content-length", "Transfer-Encoding", "CONNECTION", "upgrade", "te", "expect"})
    void publish_metadataThatFramesTheMessage_isMalformed(String key) {
        var bare = new HeaderNames("", null, null, null, null);

        assertThat(publish(Webhooks.settings().withHeaders(bare), destination(), Map.of(key, "1")))
                .isInstanceOf(Malformed.class);
        assertThat(publish(Webhooks.settings().withMode(Mode.STANDARD), destination(), Map.of(key, "1")))
                .isInstanceOf(Malformed.class);
        assertThat(receiver.requests()).isEmpty();
    }

    /** Destinations stored by another system, or long ago. */
    @Test
    void publish_destinationThatMakesNoRequest_isMalformed() {
        Destination badUrl = Webhooks.destination("not a url");
        Destination badHeaders = Webhooks.with(destination(), "custom_headers", "{\"Host\":\"evil\"}");
        Destination noSecret = destination().withCredentials(Map.of());

        assertThat(error(badUrl)).contains("the destination's url is no http:// or https:// URL");
        assertThat(error(badHeaders)).contains("custom_headers: Host is a header that can't be set");
        assertThat(error(noSecret)).contains("no signing secret");
    }

    @Test
    void publish_unsubscribed_doesNothing() {
        try (WebhookProvider provider = Webhooks.provider(Webhooks.settings())) {
            Mono<PublishOutcome> unsubscribed = provider.publish(destination(), Webhooks.task(Map.of()));

            assertThat(Webhooks.publish(provider, destination())).isInstanceOf(Delivered.class);
            assertThat(receiver.requests()).hasSize(1);
            assertThat(unsubscribed).isNotNull();
        }
    }

    /** Many events for one receiver, one after the other. */
    @Test
    void publish_again_reusesTheConnection() {
        try (WebhookProvider provider = Webhooks.provider(Webhooks.settings())) {
            for (int i = 0; i < 5; i++) {
                assertThat(Webhooks.publish(provider, destination())).isInstanceOf(Delivered.class);
            }
        }
        assertThat(receiver.requests()).hasSize(5);
        // Two, where an answer was read before its connection was back in the pool.
        assertThat(receiver.connections()).isBetween(1, 2);
    }

    @Test
    void target_isTheUrlWithoutItsQuery() {
        try (WebhookProvider provider = Webhooks.provider(Webhooks.settings())) {
            assertThat(provider.target(Webhooks.destination("https://a.example:8443/x%20y?token=t#f"))
                            .label())
                    .isEqualTo("https://a.example:8443/x%20y");
            assertThat(provider.target(Webhooks.destination("https://u:p@a.example/"))
                            .label())
                    .doesNotContain("u:p");
            assertThat(provider.target(Webhooks.destination("nonsense")).url()).isEmpty();
        }
    }

    private Destination destination() {
        return Webhooks.destination(receiver.url());
    }

    private static String error(Destination destination) {
        PublishOutcome outcome = publish(Webhooks.settings(), destination, Map.of());
        assertThat(outcome).isInstanceOf(Malformed.class);
        return ((Malformed) outcome).response();
    }

    private static PublishOutcome publish(
            WebhookSettings settings, Destination destination, Map<String, String> metadata) {
        try (WebhookProvider provider = Webhooks.provider(settings)) {
            return Webhooks.publish(provider, destination, new HashMap<>(metadata));
        }
    }
}
