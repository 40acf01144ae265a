package dev.postern.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.postern.model.DeliveryTask;
import dev.postern.model.Event;
import dev.postern.model.Origin;
import dev.postern.model.Trace;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeliveryTaskCodecTest {

    private final DeliveryTaskCodec codec = new DeliveryTaskCodec();

    /** White space, key order and every digit of the payload travel as they came. */
    @Test
    void encode_isOutpostsText() {
        var metadata = new LinkedHashMap<String, String>();
        metadata.put("z", "1");
        metadata.put("a", "<b> & \u2028");
        var event = new Event(
                "evt_1",
                "acme",
                "des_1",
                List.of("des_1", "des_2"),
                "user.created",
                true,
                Instant.parse("2026-03-04T05:06:07.890Z"),
                metadata,
                "{ \"n\": 1.10, \"big\": 1e400, \"a\": \"<é>\" }");
        assertThat(text(new DeliveryTask(event, "des_1", 3, true))).isEqualTo("""
                {"event":{"id":"evt_1","tenant_id":"acme","destination_id":"des_1",\
                "matched_destination_ids":["des_1","des_2"],"topic":"user.created","eligible_for_retry":true,\
                "time":"2026-03-04T05:06:07.89Z","metadata":{"a":"\\u003cb\\u003e \\u0026 \\u2028","z":"1"},\
                "data":{ "n": 1.10, "big": 1e400, "a": "<é>" }},"destination_id":"des_1","attempt":3,"manual":true}""");
    }

    @Test
    void encode_absentIsEmptyAsInGo() {
        var event = new Event(
                "evt_1", "acme", null, List.of(), "", false, Instant.parse("2026-03-04T05:06:07Z"), Map.of(), "[]");
        assertThat(text(new DeliveryTask(event, "des_1", 1, false))).isEqualTo("""
                {"event":{"id":"evt_1","tenant_id":"acme","destination_id":"","matched_destination_ids":null,\
                "topic":"","eligible_for_retry":false,"time":"2026-03-04T05:06:07Z","metadata":{},"data":[]},\
                "destination_id":"des_1","attempt":1,"manual":false}""");
    }

    @Test
    void encode_keepsMicroseconds() {
        var event = new Event(
                "e", "t", null, List.of(), "", true, Instant.parse("2026-03-04T05:06:07.000120Z"), Map.of(), "{}");
        assertThat(text(new DeliveryTask(event, "d", 1, false))).contains("\"time\":\"2026-03-04T05:06:07.00012Z\"");
    }

    @Test
    void decode_givesBackWhatWasEncoded() {
        for (String data : List.of(
                "{\"a\":1}",
                " {\n\t\"b\" : [ 1.10 , 2e+5 ] } ".strip(),
                "null",
                "\"text \\ud83d\\ude00 \ud83d\ude00 \u2028 </script>\"",
                "1180591620717411303424",
                "{\"data\":{\"data\":1},\"event\":{\"data\":2}}")) {
            var task = new DeliveryTask(Samples.event("evt_1", data), "des_1", 7, true);
            assertThat(codec.decode(codec.encode(task))).isEqualTo(task);
        }
    }

    /** A payload of the largest size that is taken. */
    @Test
    void decode_largePayload() {
        String data = "{\"blob\": \"" + "x<é😀".repeat(130_000) + "\"}";
        var task = new DeliveryTask(Samples.event("evt_1", data), "des_1", 1, false);
        assertThat(codec.decode(codec.encode(task))).isEqualTo(task);
    }

    /** Written by another version of Outpost: a member we don't know, an offset, attempts from 0. */
    @Test
    void decode_whatOutpostWrites() {
        DeliveryTask task = decode("""
                {"event":{"id":"evt_1","tenant_id":"acme","destination_id":"","matched_destination_ids":["des_1"],\
                "topic":"t","eligible_for_retry":true,"time":"2026-03-04T07:06:07.5+02:00","metadata":{"n":"1"},\
                "data":{"x":1.0},"telemetry":{"TraceID":"a","SpanID":"b","ReceivedTime":"c"},"schema_valid":true},\
                "destination_id":"des_1","attempt":0,"manual":false,"nonce":"x","destination_created_at":1,\
                "telemetry":{"TraceID":"a","SpanID":"b"}}""");
        assertThat(task.attempt()).isEqualTo(1);
        assertThat(task.event().destinationId()).isNull();
        assertThat(task.event().time()).isEqualTo(Instant.parse("2026-03-04T05:06:07.500Z"));
        assertThat(task.event().data()).isEqualTo("{\"x\":1.0}");
        assertThat(task.event().matchedDestinationIds()).containsExactly("des_1");
        assertThat(task.origin()).as("what can't be read of it").isNull();
    }

    /** In the form that an Outpost beside us reads and writes; without a trace its ids are zeros. */
    @Test
    void encode_tellsTheOrigin() {
        var task = new DeliveryTask(Samples.event("evt_1", "{}"), "des_1", 1, false);
        Instant since = Instant.parse("2026-03-04T05:06:07.089Z");
        var trace = new Trace("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331");
        DeliveryTask traced = task.withOrigin(new Origin(since, trace));
        assertThat(new String(codec.encode(traced), StandardCharsets.UTF_8))
                .contains("""
                        "data":{},"telemetry":{"TraceID":"0af7651916cd43dd8448eb211c80319c","SpanID":"b7ad6b7169203331",\
                        "ReceivedTime":"2026-03-04T05:06:07.089Z"}}""")
                .endsWith("""
                        ,"manual":false,"telemetry":{"TraceID":"0af7651916cd43dd8448eb211c80319c","SpanID":"b7ad6b7169203331"}}""");
        assertThat(codec.decode(codec.encode(traced))).isEqualTo(traced);

        DeliveryTask untraced = task.withOrigin(new Origin(since, null));
        assertThat(new String(codec.encode(untraced), StandardCharsets.UTF_8))
                .contains("\"TraceID\":\"00000000000000000000000000000000\",\"SpanID\":\"0000000000000000\"")
                .endsWith("\"manual\":false}");
        assertThat(codec.decode(codec.encode(untraced))).isEqualTo(untraced);
    }

    @Test
    void decode_absentMembers() {
        DeliveryTask task = decode("""
                {"event":{"id":"evt_1","tenant_id":"acme","metadata":null},"destination_id":"des_1"}""");
        assertThat(task.attempt()).isEqualTo(1);
        assertThat(task.manual()).isFalse();
        assertThat(task.event().eligibleForRetry()).isTrue();
        assertThat(task.event().metadata()).isEmpty();
        assertThat(task.event().data()).isEqualTo("null");
        assertThat(task.event().time()).isEqualTo(Instant.EPOCH);
    }

    @Test
    void decode_nonsenseIsRefusedByName() {
        assertThatThrownBy(() -> decode("{\"destination_id\":\"d\"}"))
                .hasMessageContaining("event: absent (expected: an object)");
        assertThatThrownBy(() -> decode("{\"event\":{\"id\":\"e\",\"tenant_id\":7},\"destination_id\":\"d\"}"))
                .hasMessageContaining("event.tenant_id: Long (expected: text)");
        assertThatThrownBy(() -> decode("{\"event\":{\"id\":\"e\"},\"destination_id\":\"d\"}"))
                .hasMessageContaining("tenantId: empty");
        assertThatThrownBy(() -> decode("not JSON")).isInstanceOf(RuntimeException.class);
        assertThatThrownBy(() -> decode("")).isInstanceOf(RuntimeException.class);
    }

    private String text(DeliveryTask task) {
        return new String(codec.encode(task), StandardCharsets.UTF_8);
    }

    private DeliveryTask decode(String text) {
        return codec.decode(text.getBytes(StandardCharsets.UTF_8));
    }
}
