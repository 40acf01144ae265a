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

/** An installation that allows hardly any counting. */
@Import(MetricsLimitsTest.Hasty.class)
class MetricsLimitsTest extends ApiTest {

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
                    usual.maxQueryDepth(),
                    usual.maxQueryObjects(),
                    usual.maxDocumentTokens(),
                    usual.documentCacheCharacters(),
                    usual.publishConcurrency(),
                    usual.deadline(),
                    usual.maxMetricsPoints(),
                    Duration.ofNanos(1));
        }
    }
}
