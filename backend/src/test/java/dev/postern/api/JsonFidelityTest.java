package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.json.Json;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.DeliveryTask;
import dev.postern.queue.DeliveryQueue;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/** Money, snowflake ids and emoji come out as they went in. */
class JsonFidelityTest extends ApiTest {

    private static final String VALUE =
            "{\"z\":1.10,\"a\":1e400,\"A\":1180591620717411303424,\"a \":-0,\"e\":\"\\ud83d\\ude00\\u0000é\",\"n\":null,\"l\":[1.0,-1E-7]}";

    private static final String COMPACT =
            "{\"z\":1.10,\"a\":1e400,\"A\":1180591620717411303424,\"a \":-0,\"e\":\"\ud83d\ude00\\u0000é\",\"n\":null,\"l\":[1.0,-1E-7]}";

    private static final String PUBLISH = """
            mutation P($data: JSON) { publishEvent(input: {tenantId: "acme", topic: "user.created", data: $data}) {
              destinationIds userErrors { message } } }""";

    @Autowired
    DeliveryQueue queue;

    @BeforeEach
    void prepare() {
        tenant("acme");
        if (!text(OPERATOR, "{ destination(tenantId: \"acme\", id: \"d\") { id } }")
                .contains("\"d\"")) {
            destination("acme", "d");
        }
    }

    @Test
    void publishEvent_keepsAVariablesDigitsAndOrder() {
        assertThat(text(OPERATOR, PUBLISH, "{\"data\":" + VALUE + "}")).contains("\"destinationIds\":[\"d\"]");

        assertThat(queued().event().requireData()).isEqualTo(COMPACT);
    }

    @Test
    void publishEvent_keepsALiteralsDigitsAndOrder() {
        String query = """
                mutation { publishEvent(input: {tenantId: "acme", topic: "user.created",
                  data: {z: 1.10, a: 1e400, A: 1180591620717411303424, m: -0, l: [1.0, -1E-7]}}) {
                  userErrors { message } } }""";

        assertThat(text(OPERATOR, query)).contains("\"userErrors\":[]");

        assertThat(queued().event().requireData())
                .isEqualTo("{\"z\":1.10,\"a\":1e400,\"A\":1180591620717411303424,\"m\":-0,\"l\":[1.0,-1E-7]}");
    }

    @Test
    void publishEvent_sendsRawDataByteForByte() {
        String raw = "{ \"b\" : 1.10,\n \"a\":1 }";
        String query =
                "mutation { publishEvent(input: {tenantId: \"acme\", topic: \"user.created\", rawData: %s}) { eventId } }"
                        .formatted(Json.write(raw));

        data(OPERATOR, query);

        assertThat(queued().event().requireData()).isEqualTo(raw);
    }

    /** A payload need not be an object. */
    @ParameterizedTest
    @ValueSource(strings = {"null", "true", "-0", "1.10", "\"text\"", "[]", "[1,null]", "{}"})
    void publishEvent_takesAnyJsonValue(String json) {
        String query =
                "mutation { publishEvent(input: {tenantId: \"acme\", topic: \"user.created\", rawData: %s}) { eventId } }"
                        .formatted(Json.write(json));

        data(OPERATOR, query);

        assertThat(queued().event().requireData()).isEqualTo(json);
        if (!json.equals("null")) {
            assertThat(text(OPERATOR, PUBLISH, "{\"data\":" + json + "}")).contains("\"userErrors\":[]");
            assertThat(queued().event().requireData()).isEqualTo(json);
        }
    }

    /** The field is never null, but what it holds may be. */
    @ParameterizedTest
    @ValueSource(strings = {"null", "false", "1.10", "\"text\"", "[null]"})
    void data_comesBackWhateverItIs(String json) {
        String id = "evt_any" + json.hashCode();
        logged("acme", id, "d", 1, DeliveryStatus.SUCCESS, json);

        String answer = text(OPERATOR, "{ event(tenantId: \"acme\", id: \"%s\") { data rawData } }".formatted(id));

        assertThat(answer)
                .isEqualTo("{\"data\":{\"event\":{\"data\":%s,\"rawData\":%s}}}".formatted(json, Json.write(json)));
    }

    @Test
    void data_comesBackDigitForDigit() {
        logged("acme", "evt_digits", "d", 1, DeliveryStatus.SUCCESS, VALUE);

        String answer = text(OPERATOR, "{ event(tenantId: \"acme\", id: \"evt_digits\") { data } }");

        assertThat(answer).isEqualTo("{\"data\":{\"event\":{\"data\":" + COMPACT + "}}}");
    }

    /** Somebody tries to have a number with a billion digits computed. */
    @Test
    void first_refusesAHostileExponent() {
        String query = "query Q($n: Int) { events(first: $n) { nodes { id } } }";

        for (String number : List.of(
                "1e999999999",
                "1e99999999999",
                "-1e999999999",
                "1e-999999999",
                "1.5",
                "9".repeat(1_000),
                "1e10",
                "\"1\"")) {
            assertThat(text(OPERATOR, query, "{\"n\":" + number + "}"))
                    .contains("BAD_USER_INPUT", "(expected: -2147483648..2147483647)")
                    .doesNotContain("JsonNumber", "Long", "BigDecimal");
        }
        assertThat(text(OPERATOR, query, "{\"n\":10.0}")).doesNotContain("errors");
        assertThat(text(OPERATOR, query, "{\"n\":1e1}")).doesNotContain("errors");
        assertThat(text(OPERATOR, "{ events(first: 1e99999999999) { nodes { id } } }"))
                .contains("BAD_USER_INPUT");
    }

    private DeliveryTask queued() {
        var message = Objects.requireNonNull(queue.consume(1).blockFirst(Duration.ofSeconds(10)));
        message.ack().block();
        return message.body();
    }
}
