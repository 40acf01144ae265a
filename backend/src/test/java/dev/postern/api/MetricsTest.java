package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Charts of what was published and delivered. */
class MetricsTest extends ApiTest {

    private static final String TIME = "time: {start: \"2026-03-01T00:00:00Z\", end: \"2026-03-01T02:00:00+00:00\"}";

    @BeforeEach
    void prepare() {
        tenant("metered");
        tenant("neighbour");
        log.insert(List.of(
                        entry("metered", 1, DeliveryStatus.SUCCESS, "2026-03-01T00:10:00Z", 100),
                        entry("metered", 2, DeliveryStatus.FAILED, "2026-03-01T00:50:00Z", null),
                        entry("neighbour", 3, DeliveryStatus.SUCCESS, "2026-03-01T00:20:00Z", 7)))
                .block();
    }

    @Test
    void deliveryMetrics_answerEveryField() {
        assertThat(text(OPERATOR, """
                { deliveryMetrics(%s, filter: {tenantIds: ["metered"]},
                    groupBy: [TENANT, DESTINATION, DESTINATION_TYPE, TOPIC, STATUS, CODE, MANUAL, ATTEMPT_NUMBER]) {
                  points { time tenantId destinationId destinationType topic status code manual attemptNumber
                    count successCount failedCount errorRate firstAttemptCount retryCount manualRetryCount
                    averageAttemptNumber rate latencyP50 latencyP95 latencyP99 } truncated } }""".formatted(TIME)))
                .isEqualTo(("{\"data\":{\"deliveryMetrics\":{\"points\":["
                                + "{\"time\":null,\"tenantId\":\"metered\",\"destinationId\":\"des_1\","
                                + "\"destinationType\":\"webhook\",\"topic\":\"user.created\",\"status\":\"SUCCESS\","
                                + "\"code\":\"200\",\"manual\":false,\"attemptNumber\":1,\"count\":1,"
                                + "\"successCount\":1,\"failedCount\":0,\"errorRate\":0.0,\"firstAttemptCount\":1,"
                                + "\"retryCount\":0,\"manualRetryCount\":0,\"averageAttemptNumber\":1.0,"
                                + "\"rate\":RATE,\"latencyP50\":100.0,\"latencyP95\":100.0,\"latencyP99\":100.0},"
                                + "{\"time\":null,\"tenantId\":\"metered\",\"destinationId\":\"des_1\","
                                + "\"destinationType\":\"webhook\",\"topic\":\"user.created\",\"status\":\"FAILED\","
                                + "\"code\":\"200\",\"manual\":false,\"attemptNumber\":1,\"count\":1,"
                                + "\"successCount\":0,\"failedCount\":1,\"errorRate\":1.0,\"firstAttemptCount\":1,"
                                + "\"retryCount\":0,\"manualRetryCount\":0,\"averageAttemptNumber\":1.0,"
                                + "\"rate\":RATE,\"latencyP50\":null,\"latencyP95\":null,\"latencyP99\":null}],"
                                + "\"truncated\":false}}}")
                        .replace("RATE", String.valueOf(1 / 7_200.0)));
    }

    @Test
    void deliveryMetrics_fillGaps_andWorkOutWhatIsSelected() {
        assertThat(text(OPERATOR, """
                query Q($length: Duration) {
                  deliveryMetrics(%s, granularity: $length, filter: {tenantIds: ["metered"]}) { ...Points } }
                fragment Points on DeliveryMetrics { points { time share: errorRate } }""".formatted(TIME), "{\"length\": \"PT1H\"}"))
                .isEqualTo("{\"data\":{\"deliveryMetrics\":{\"points\":["
                        + "{\"time\":\"2026-03-01T00:00:00.000Z\",\"share\":0.5},"
                        + "{\"time\":\"2026-03-01T01:00:00.000Z\",\"share\":0.0}]}}}");
    }

    @Test
    void eventMetrics_answerEveryField() {
        assertThat(text(OPERATOR, """
                { eventMetrics(%s, granularity: "P1W", filter: {tenantIds: ["metered"]},
                    groupBy: [TENANT, TOPIC, DESTINATION]) {
                  points { time tenantId topic destinationId count rate } truncated } }""".formatted(TIME)))
                .isEqualTo("{\"data\":{\"eventMetrics\":{\"points\":[{\"time\":\"2026-02-23T00:00:00.000Z\","
                        + "\"tenantId\":\"metered\",\"topic\":\"user.created\",\"destinationId\":\"des_1\","
                        + "\"count\":2,\"rate\":%s}],\"truncated\":false}}}".formatted(2 / 7_200.0));
    }

    /** A count is one call, whatever is grouped. */
    @Test
    void metrics_areOneCallEach() {
        calls.reset();

        data(OPERATOR, "{ eventMetrics(%s, groupBy: [TOPIC]) { points { count } } }".formatted(TIME));

        assertThat(calls.names()).containsExactly("countEvents");
    }

    /** A tenant asks for what another did, by name and by grouping. */
    @ParameterizedTest
    @ValueSource(strings = {"", "filter: {tenantIds: [\"neighbour\"]}", "filter: {tenantIds: [\"metered\"]}"})
    void metrics_ofATenantAreItsOwn(String filter) {
        assertThat(text(tokenOf("metered"), """
                { eventMetrics(%1$s, groupBy: [TENANT], %2$s) { points { tenantId count } }
                  deliveryMetrics(%1$s, groupBy: [TENANT], %2$s) { points { tenantId count } } }""".formatted(TIME, filter)))
                .isEqualTo("{\"data\":{\"eventMetrics\":{\"points\":[{\"tenantId\":\"metered\",\"count\":2}]},"
                        + "\"deliveryMetrics\":{\"points\":[{\"tenantId\":\"metered\",\"count\":2}]}}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT1S", "PT90M", "P1D", "P1W", "P4W", "P31D", "P1M", "PT744H"})
    void granularity_mayBeFromASecondToAMonth(String granularity) {
        assertThat(text(OPERATOR, eventsBy(granularity))).doesNotContain("errors");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PT0S",
                "-PT1H",
                "PT0.5S",
                "PT1.5S",
                "P32D",
                "P5W",
                "PT744H1S",
                "P0M",
                "-P1M",
                "P2M",
                "P1Y",
                "P1M1D"
            })
    void granularity_outsideOfThatIsNamed(String granularity) {
        assertThat(text(OPERATOR, eventsBy(granularity)))
                .contains(
                        "\"code\":\"BAD_USER_INPUT\"",
                        "\"argument\":\"granularity\"",
                        "(expected: whole seconds from PT1S");
    }

    /** What is no duration at all is refused before there is a field to name it; the message does. */
    @ParameterizedTest
    @ValueSource(strings = {"", "1h", "P1MT1H", "P99999999999999999999D"})
    void granularity_thatIsNoDurationIsNamed(String granularity) {
        assertThat(text(OPERATOR, eventsBy(granularity))).contains("\"code\":\"BAD_USER_INPUT\"", "granularity");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            time: {start: "2026-03-01T00:00:00Z", end: "2026-03-01T00:00:00Z"} | time.end
            time: {start: "2026-03-02T00:00:00Z", end: "2026-03-01T00:00:00Z"} | time.end
            time: {start: "2026-03-01T00:00:00Z", end: "2026-03-02T00:00:00Z"}, filter: {time: {lt: "2026-03-01T00:00:00Z", lte: "2026-03-01T00:00:00Z"}} | filter.time.lte
            time: {start: "2026-03-01T00:00:00Z", end: "2026-03-02T00:00:00Z"}, filter: {topics: ["a\\u0000b"]} | filter.topics""")
    void metrics_nameTheArgument(String arguments, String argument) {
        for (String field : List.of("eventMetrics", "deliveryMetrics")) {
            assertThat(text(OPERATOR, "{ %s(%s) { truncated } }".formatted(field, arguments)))
                    .contains("\"code\":\"BAD_USER_INPUT\"", "\"argument\":\"" + argument + "\"");
        }
    }

    /** A page of charts is one query; a hundred counts at once are none. */
    @Test
    void metrics_countInTheQuerysBudget() {
        assertThat(text(OPERATOR, counts(25))).doesNotContain("errors");
        assertThat(text(OPERATOR, counts(26))).contains("COST_EXCEEDED", "may cost 26000");
    }

    private static String counts(int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> "c%d: deliveryMetrics(%s) { points { count } }".formatted(i, TIME))
                .collect(Collectors.joining(" ", "{ ", " }"));
    }

    private static String eventsBy(String granularity) {
        return "{ eventMetrics(%s, granularity: \"%s\") { truncated } }".formatted(TIME, granularity);
    }

    private static LogEntry entry(
            String tenant, int id, DeliveryStatus status, String time, @Nullable Integer latency) {
        var event = new Event(
                "evt_m" + id,
                tenant,
                null,
                List.of("des_1"),
                "user.created",
                true,
                Instant.parse(time),
                Map.of(),
                "{}");
        var delivery = new Delivery(
                "atm_m" + id, "des_1", "webhook", status, Instant.parse(time), 1, false, "200", "{}", latency, event);
        return new LogEntry(event, delivery, null);
    }
}
