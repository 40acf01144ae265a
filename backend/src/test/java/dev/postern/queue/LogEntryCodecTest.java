package dev.postern.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Destination;
import dev.postern.model.LogEntry;
import dev.postern.model.Origin;
import dev.postern.model.Topics;
import dev.postern.model.Trace;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class LogEntryCodecTest {

    private static final String EVENT = """
            {"id":"evt_1","tenant_id":"acme","destination_id":"","matched_destination_ids":["des_1"],\
            "topic":"user.created","eligible_for_retry":true,"time":"2026-03-04T05:06:07.89Z",\
            "metadata":{"trace":"t\\u003c1\\u003e"},"data":{"n": 1}}""";

    private final LogEntryCodec codec = new LogEntryCodec();

    @Test
    void encode_isOutpostsText() {
        assertThat(text(Samples.entry(1))).isEqualTo("{\"event\":" + EVENT + """
                ,"attempt":{"id":"atm_evt_1","tenant_id":"acme","event_id":"evt_1","destination_id":"des_1",\
                "destination_type":"webhook","attempt_number":2,"manual":true,"status":"failed",\
                "time":"2026-03-04T05:06:07.9Z","code":"503",\
                "response_data":{"status":503,"body":"<busy>"},"latency_ms":42},\
                "destination":{"id":"des_1","tenant_id":"acme","type":"webhook",\
                "topics":["user.created","user.deleted"],"filter":{"data":{"n":1}},\
                "config":{"url":"https://example.test/?a=1\\u0026b=2"},"credentials":null,\
                "metadata":{"team":"core"},"created_at":"2026-03-04T05:05:07.89Z",\
                "updated_at":"2026-03-04T05:05:37.89Z","disabled_at":null}}""");
    }

    @Test
    void decode_givesBackWhatWasEncoded() {
        LogEntry entry = Samples.entry(1);
        assertThat(codec.decode(codec.encode(entry))).isEqualTo(entry);
    }

    /** The trace of a delivery ends in the log. */
    @Test
    void decode_knowsTheOrigin() {
        LogEntry sample = Samples.entry(1);
        var origin = new Origin(Samples.TIME, new Trace("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"));
        var entry = new LogEntry(sample.event(), sample.delivery(), sample.destination(), origin);
        assertThat(codec.decode(codec.encode(entry))).isEqualTo(entry);
        assertThat(String.valueOf(LogEntryCodec.members(entry).get("event")))
                .as("what operators are told")
                .doesNotContain("telemetry");
    }

    /** No answer came, and the destination is gone. */
    @Test
    void decode_withoutAnswerAndDestination() {
        var event = Samples.event("evt_1", "{}");
        var delivery = new Delivery(
                "atm_1", "des_1", "webhook", DeliveryStatus.SUCCESS, Samples.TIME, 1, false, null, null, null, event);
        var entry = new LogEntry(event, delivery, null);
        assertThat(text(entry))
                .contains("\"code\":\"\",\"response_data\":null}")
                .endsWith("\"destination\":null}")
                .doesNotContain("latency_ms");
        assertThat(codec.decode(codec.encode(entry))).isEqualTo(entry);
    }

    /** Outpost puts the secrets into the queue; they go no further. */
    @Test
    void decode_leavesSecretsUnread() {
        LogEntry entry = decode("{\"event\":" + EVENT + """
                ,"attempt":{"id":"atm_1","tenant_id":"acme","event_id":"evt_1","destination_id":"des_1",\
                "destination_type":"webhook","attempt_number":0,"manual":false,"status":"success",\
                "time":"2026-03-04T05:06:08Z","code":"200","response_data":{"n":1.10,"z":null,"a":[]}},\
                "destination":{"id":"des_1","tenant_id":"acme","type":"webhook","topics":"*",\
                "config":{"url":"https://example.test"},"credentials":{"secret":"s3cret"},\
                "delivery_metadata":{"Authorization":"Bearer x"},"created_at":"2026-03-04T05:06:07Z",\
                "updated_at":"2026-03-04T05:06:07Z","disabled_at":"2026-03-04T05:06:09Z"}}""");
        Destination destination = Objects.requireNonNull(entry.destination());
        assertThat(destination.credentials()).isEmpty();
        assertThat(destination.deliveryMetadata()).isNull();
        assertThat(destination.topics()).isEqualTo(Topics.ALL);
        assertThat(destination.enabled()).isFalse();
        assertThat(entry.delivery().attemptNumber()).isZero();
        assertThat(entry.delivery().latencyMs()).isNull();
        assertThat(entry.delivery().response()).isEqualTo("{\"n\":1.10,\"z\":null,\"a\":[]}");
        assertThat(entry.delivery().event()).isEqualTo(entry.event());
    }

    /** Values that Outpost's lenient maps hold. */
    @Test
    void decode_metadataThatIsNotText() {
        LogEntry entry = decode("{\"event\":" + EVENT.replace("\"t\\u003c1\\u003e\"", "{\"n\": 1}") + """
                ,"attempt":{"id":"a","destination_id":"d","status":"failed"}}""");
        assertThat(entry.event().metadata()).isEqualTo(Map.of("trace", "{\"n\":1}"));
        assertThat(entry.destination()).isNull();
    }

    @Test
    void decode_unknownStatusIsRefused() {
        assertThatThrownBy(() -> decode("{\"event\":" + EVENT + """
                        ,"attempt":{"id":"a","destination_id":"d","status":"maybe"}}"""))
                .hasMessageContaining("attempt.status: maybe (expected: success or failed)");
    }

    private String text(LogEntry entry) {
        return new String(codec.encode(entry), StandardCharsets.UTF_8);
    }

    private LogEntry decode(String text) {
        return codec.decode(text.getBytes(StandardCharsets.UTF_8));
    }
}
