package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.api.settings.ApiSettings;
import dev.postern.model.DeliveryStatus;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;

/** An installation with memory for less than one large answer. */
@Import(AnswerRoomTest.Narrow.class)
class AnswerRoomTest extends ApiTest {

    /** Who finds no room is told to come again, and the room comes back. */
    @Test
    void answersThatNeedMoreThanThereIsForAll_areToldToComeAgain() {
        String payload = "{\"a\":\"%s\"}".formatted("x".repeat(400));
        for (int i = 0; i < 2; i++) {
            logged("room", "evt_room_" + i, "des_1", 1, DeliveryStatus.SUCCESS, payload);
        }
        String list = "{ events(first: %d, filter: {tenantIds: [\"room\"]}) { nodes { id rawData } } }";
        for (int i = 0; i < 3; i++) {
            assertThat(text(OPERATOR, list.formatted(1))).contains("xxx").doesNotContain("errors");
            assertThat(text(OPERATOR, list.formatted(2)))
                    .contains("\"code\":\"UNAVAILABLE\"", "try again")
                    .doesNotContain("xxx");
        }
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class Narrow {

        @Bean
        @Primary
        ApiSettings narrowSettings() {
            ApiSettings usual = ApiSettings.of(ApiTestApplication.TOPICS, false, null);
            return new ApiSettings(
                    usual.topics(),
                    usual.topicWildcards(),
                    usual.publicUrl(),
                    usual.maxEventBytes(),
                    usual.maxRequestBytes(),
                    usual.maxQueryDepth(),
                    usual.maxQueryObjects(),
                    1_000,
                    700,
                    usual.maxDocumentTokens(),
                    usual.documentCacheCharacters(),
                    usual.publishConcurrency(),
                    usual.deadline(),
                    usual.maxMetricsPoints(),
                    usual.metricsDeadline());
        }
    }
}
