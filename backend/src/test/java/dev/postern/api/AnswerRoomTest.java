package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.api.settings.ApiSettings;
import dev.postern.livelog.memory.MemoryLiveLog;
import dev.postern.logstore.PayloadBudget;
import dev.postern.logstore.PayloadRoom;
import dev.postern.logstore.PayloadRoomException;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.LogEntry;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;

/** An installation with memory for two large answers. */
@Import(AnswerRoomTest.Narrow.class)
class AnswerRoomTest extends ApiTest {

    @Autowired
    private PayloadRoom room;

    @Autowired
    private MemoryLiveLog live;

    /** Who finds no room is told to come again, and an answer that was written gives its room back. */
    @Test
    void answersThatFindNoRoom_areToldToComeAgain() {
        String payload = "{\"a\":\"%s\"}".formatted("x".repeat(400));
        for (int i = 0; i < 2; i++) {
            logged("room", "evt_room_" + i, "des_1", 1, DeliveryStatus.SUCCESS, payload);
        }
        String list = "{ events(first: 2, filter: {tenantIds: [\"room\"]}) { nodes { id rawData } } }";
        for (int i = 0; i < 3; i++) {
            assertThat(text(OPERATOR, list)).contains("xxx").doesNotContain("errors");
        }

        PayloadBudget other = holding();
        PayloadBudget another = holding();
        assertThat(text(OPERATOR, list))
                .contains("\"code\":\"UNAVAILABLE\"", "try again")
                .doesNotContain("xxx");
        // It has its place, whatever else it reads.
        other.take(500);
        other.release();
        another.release();

        assertThat(text(OPERATOR, list)).contains("xxx").doesNotContain("errors");
    }

    /** Two of them have been told something large, and then nothing happens for hours. */
    @Test
    void subscriptionsThatAreIdle_holdNoRoom() {
        LogEntry entry = logEntry(
                "idle", "evt_idle", "des_1", 1, DeliveryStatus.SUCCESS, "{\"a\":\"%s\"}".formatted("x".repeat(400)));
        log.insert(List.of(entry)).block();
        String watch = "subscription { eventLogged(filter: {tenantIds: [\"idle\"]})"
                + " { deliveries(first: 1) { nodes { event { rawData } } } } }";
        try (Stream<String> one = stream(OPERATOR, watch).body();
                Stream<String> other = stream(OPERATOR, watch).body()) {
            List<Iterator<String>> watchers = List.of(one.iterator(), other.iterator());
            watchers.forEach(watcher -> assertThat(watcher.next()).isEqualTo(":"));
            live.tell(List.of(entry));
            watchers.forEach(watcher -> {
                String told = watcher.next();
                while (!told.startsWith("data:")) {
                    told = watcher.next();
                }
                assertThat(told).contains("xxx");
            });
            holding().release();
        }
    }

    /** What is asked for a hundred times is written a hundred times, however little was read for it. */
    @Test
    void answersThatGrowByWhatTheyRepeat_areRefused() {
        String field = "description label type ";
        String few = "{ destinationTypes { %s } }".formatted(field);
        String many = "{ destinationTypes { %s } }"
                .formatted(IntStream.range(0, 90)
                        .mapToObj(i -> "a" + i + ": description")
                        .collect(Collectors.joining(" ")));

        assertThat(text(OPERATOR, few)).doesNotContain("errors");
        assertThat(text(OPERATOR, many)).contains("\"code\":\"TOO_LARGE\"").doesNotContain("a1");
        assertThat(text(OPERATOR, few)).doesNotContain("errors");
    }

    /** The place of an answer that was read a moment ago may still be on its way back. */
    private PayloadBudget holding() {
        return await().ignoreExceptionsInstanceOf(PayloadRoomException.class)
                .until(
                        () -> {
                            PayloadBudget budget = new PayloadBudget(1_000, room);
                            budget.take(500);
                            return budget;
                        },
                        Objects::nonNull);
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
                    usual.query(),
                    usual.quotas(),
                    usual.trusted(),
                    1_000,
                    700,
                    usual.publishConcurrency(),
                    usual.deadline(),
                    usual.maxMetricsPoints(),
                    usual.metricsDeadline());
        }
    }
}
