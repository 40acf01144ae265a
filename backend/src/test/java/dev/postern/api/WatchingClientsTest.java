package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.json.Json;
import dev.postern.livelog.memory.MemoryLiveLog;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import dev.postern.servers.NodePrograms;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

/** Programs watch with the clients that they use everywhere else. */
class WatchingClientsTest extends ApiTest {

    @Autowired
    MemoryLiveLog live;

    @Test
    void clientsOfOthers_areToldWhatHappens() {
        tenant("watching");
        Disposable happenings = Flux.interval(Duration.ofMillis(50)).subscribe(this::happen);
        try {
            List<String> told = NodePrograms.run("watch", "http://localhost:" + port + "/graphql", tokenOf("watching"));
            assertThat(told).hasSize(6);
            for (int i = 0; i < told.size(); i++) {
                Map<String, ?> answer = Json.parseObject(told.get(i));
                assertThat(answer.get("name")).isEqualTo(i < 3 ? "graphql-sse" : "graphql-ws");
                assertThat(answer.get("errors")).isNull();
                assertThat(answer.get("event")).isEqualTo(Map.of("data", Map.of("of", answer.get("eventId"))));
            }
        } finally {
            happenings.dispose();
        }
    }

    private void happen(long number) {
        String id = "happening_" + number;
        Instant time = Instant.parse("2026-02-01T00:00:00Z").plusMillis(number);
        var event = new Event(
                id, "watching", null, List.of("d"), "user.created", true, time, Map.of(), "{\"of\":\"" + id + "\"}");
        var delivery = new Delivery(
                "atm_" + id, "d", "webhook", DeliveryStatus.SUCCESS, time, 1, false, "200", null, 7, event);
        List<LogEntry> entries = List.of(new LogEntry(event, delivery, null));
        log.insert(entries).subscribe(nothing -> {}, error -> {}, () -> live.tell(entries));
    }
}
