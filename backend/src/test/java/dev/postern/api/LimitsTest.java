package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.api.settings.ApiSettings;
import dev.postern.model.DeliveryStatus;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;

/** An installation that allows hardly any counting, and only small answers. */
@Import(LimitsTest.Hasty.class)
class LimitsTest extends ApiTest {

    private static final String TIME = "time: {start: \"2026-01-01T00:00:00Z\", end: \"2026-02-01T00:00:00Z\"}";

    /** Zeros would look like a quiet month. */
    @Test
    void metrics_thatTakeTooLongSaySo() {
        logged("slow", "evt_slow", "des_1", 1, DeliveryStatus.SUCCESS, "{}");

        for (String field : new String[] {"eventMetrics", "deliveryMetrics"}) {
            assertThat(text(OPERATOR, "{ %s(%s) { points { count } } }".formatted(field, TIME)))
                    .contains("\"data\":null", "\"code\":\"TIMEOUT\"", "ask for less time")
                    .doesNotContain("\"count\"");
        }
    }

    /** A tenant's page of a thousand large payloads: part of an answer would look like the whole. */
    @Test
    void answer_thatIsTooLargeSaysSo() {
        logged("large", "evt_1", "des_1", 1, DeliveryStatus.SUCCESS, "{\"a\":\"%s\"}".formatted("x".repeat(600)));
        logged("large", "evt_2", "des_1", 1, DeliveryStatus.SUCCESS, "{\"a\":\"%s\"}".formatted("x".repeat(600)));

        for (String field : new String[] {"data", "rawData"}) {
            String list = "{ events(first: %d, filter: {tenantIds: [\"large\"]}) { nodes { id %s } } }";
            assertThat(text(OPERATOR, list.formatted(2, field)))
                    .contains("\"code\":\"TOO_LARGE\"", "1000 characters")
                    .doesNotContain("evt_1", "xxx");
            assertThat(text(OPERATOR, list.formatted(1, field))).contains("xxx").doesNotContain("errors");
        }
        assertThat(text(OPERATOR, "{ deliveries(filter: {tenantIds: [\"large\"]}) { nodes { id } } }"))
                .doesNotContain("errors");
    }

    /** What lists read that nobody asked to see, and many short lists, count as well: it is all in memory at once. */
    @Test
    void reading_thatIsTooLargeSaysSo() {
        String payload = "{\"a\":\"%s\"}".formatted("x".repeat(400));
        for (int i = 0; i < 4; i++) {
            logged("read", "evt_read_" + i, "des_1", 1, DeliveryStatus.SUCCESS, payload);
        }
        String filter = "filter: {tenantIds: [\"read\"]}";

        for (String query : new String[] {
            "{ events(first: 3, %s) { nodes { id data @skip(if: true) rawData } } }",
            "{ events(first: 4, %s) { nodes { id deliveries { nodes { event { rawData } } } } } }",
            "{ a: events(first: 1, %1$s) { nodes { rawData } } b: deliveries(first: 2, %1$s) { nodes { event { rawData } } } }",
            "{ a: event(id: \"evt_read_0\") { rawData } b: event(id: \"evt_read_1\") { rawData } c: event(id: \"evt_read_2\") { rawData } }"
        }) {
            assertThat(text(OPERATOR, query.formatted(filter)))
                    .as(query)
                    .contains("\"code\":\"TOO_LARGE\"", "1000 characters", "ask for smaller pages")
                    .doesNotContain("evt_", "xxx");
        }
        // Several times as much is stored, and nothing of it is read.
        for (String query : new String[] {
            "{ events(first: 4, %s) { nodes { id deliveries { nodes { event { id } } } } } }",
            "{ a: event(id: \"evt_read_0\") { id } b: event(id: \"evt_read_1\") { id } c: event(id: \"evt_read_2\") { id } }",
            "{ events(first: 1, %1$s) { nodes { id rawData } } deliveries(first: 1, %1$s) { nodes { event { rawData } } } }"
        }) {
            assertThat(text(OPERATOR, query.formatted(filter)))
                    .as(query)
                    .contains("evt_")
                    .doesNotContain("errors");
        }
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class Hasty {

        @Bean
        @Primary
        ApiSettings hastySettings() {
            ApiSettings usual = ApiSettings.of(ApiTestApplication.TOPICS, false, null);
            return new ApiSettings(
                    usual.topics(),
                    usual.topicWildcards(),
                    usual.publicUrl(),
                    usual.maxEventBytes(),
                    usual.maxRequestBytes(),
                    usual.query(),
                    usual.quotas(),
                    usual.trusted(),
                    1_000,
                    10_000,
                    usual.publishConcurrency(),
                    usual.deadline(),
                    usual.maxMetricsPoints(),
                    Duration.ofNanos(1));
        }
    }
}
