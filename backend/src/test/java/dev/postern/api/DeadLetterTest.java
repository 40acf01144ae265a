package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.json.Json;
import dev.postern.queue.DeadLetter;
import dev.postern.queue.DeliveryQueue;
import dev.postern.queue.LogQueue;
import dev.postern.queue.MessageQueue;
import dev.postern.queue.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** An operator finds out what went wrong, mends it, and puts back what it spoilt. */
class DeadLetterTest extends ApiTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Autowired
    DeliveryQueue queue;

    @Autowired
    LogQueue logQueue;

    @AfterEach
    void leaveNothing() {
        for (MessageQueue<?> each : List.of(queue, logQueue)) {
            each.deadLetters().discard(ids(each)).block();
            long depth = Objects.requireNonNull(each.depth().block());
            each.consume(10).take(depth).concatMap(MessageQueue.Message::ack).blockLast(PATIENCE);
        }
    }

    @Test
    void deadLetters_tellWhatHappened() {
        setAside(queue, IntStream.range(0, 2).mapToObj(Samples::task).toList(), "no \"luck\"");
        setAside(logQueue, List.of(Samples.entry(7)), "can't be stored");

        String letters = text(OPERATOR, """
                { deadLetters(queue: DELIVERY) { totalCount pageInfo { hasNextPage }
                  nodes { queue cause reason receives firstSeenAt lastSeenAt body } } }""");
        assertThat(letters)
                .contains("\"totalCount\":2", "\"hasNextPage\":false", "\"queue\":\"DELIVERY\"")
                .contains("\"cause\":\"REFUSED\"", "\"reason\":\"no \\\"luck\\\"\"", "\"receives\":1")
                .contains("\\\"destination_id\\\":\\\"des_1\\\"", "\"lastSeenAt\":\"20");
        assertThat(letters.indexOf("evt_1"))
                .isLessThan(letters.indexOf("evt_0"))
                .isPositive();
        assertThat(text(OPERATOR, "{ deadLetters(queue: LOG) { nodes { queue reason body } } }"))
                .contains("\"queue\":\"LOG\"", "can't be stored", "evt_7");
    }

    @Test
    void deadLetters_pageByPage() {
        setAside(queue, IntStream.range(0, 5).mapToObj(Samples::task).toList(), "bad");
        var events = new ArrayList<String>();
        String after = "";
        do {
            String page = text(
                    OPERATOR,
                    "{ deadLetters(queue: DELIVERY, first: 2%s) { nodes { body } pageInfo { hasNextPage endCursor } } }"
                            .formatted(after));
            Pattern.compile("evt_\\d").matcher(page).results().forEach(hit -> events.add(hit.group()));
            after = page.contains("\"hasNextPage\":true")
                    ? ", after: \"" + page.replaceAll(".*\"endCursor\":\"([^\"]+)\".*", "$1") + "\""
                    : "";
        } while (!after.isEmpty());
        assertThat(events).containsExactly("evt_4", "evt_3", "evt_2", "evt_1", "evt_0");
    }

    @Test
    void deadLetters_refusesWhatCantBeRight() {
        assertThat(text(OPERATOR, "{ deadLetters(queue: LOG, first: 101) { nodes { id } } }"))
                .contains("BAD_USER_INPUT", "first: 101 (expected: 1..100)");
        assertThat(text(OPERATOR, "{ deadLetters(queue: LOG, after: \"x\") { nodes { id } } }"))
                .contains("BAD_USER_INPUT", "not a cursor of this list");
    }

    @Test
    void deadLetter_oneOrNone() {
        setAside(queue, List.of(Samples.task(3)), "bad");
        String id = "delivery:" + ids(queue).getFirst();
        assertThat(text(OPERATOR, "{ deadLetter(id: \"%s\") { id body } }".formatted(id)))
                .contains("\"id\":\"" + id + "\"", "evt_3");
        for (String none : List.of("delivery:999", "log:" + ids(queue).getFirst(), "nonsense", "", "delivery:")) {
            assertThat(text(OPERATOR, "{ deadLetter(id: \"%s\") { id } }".formatted(none)))
                    .isEqualTo("{\"data\":{\"deadLetter\":null}}");
        }
    }

    @Test
    void redrive_putsBackWhatIsThere() {
        setAside(queue, IntStream.range(0, 3).mapToObj(Samples::task).toList(), "bad");
        List<String> ids = ids(queue).stream().map(id -> "delivery:" + id).toList();
        assertThat(change("redriveDeadLetters", List.of(ids.get(2), "delivery:999", ids.get(0), "nonsense")))
                .isEqualTo("{\"data\":{\"m\":{\"ids\":[\"%s\",\"%s\"],\"userErrors\":[]}}}"
                        .formatted(ids.get(2), ids.get(0)));
        assertThat(queue.depth().block()).isEqualTo(2);
        assertThat(ids(queue)).hasSize(1);
        assertThat(change("redriveDeadLetters", List.of(ids.get(0))))
                .isEqualTo("{\"data\":{\"m\":{\"ids\":[],\"userErrors\":[]}}}");
    }

    @Test
    void discard_destroysWhatIsThere() {
        setAside(logQueue, List.of(Samples.entry(1), Samples.entry(2)), "bad");
        String id = "log:" + ids(logQueue).getFirst();
        assertThat(change("discardDeadLetters", List.of(id)))
                .isEqualTo("{\"data\":{\"m\":{\"ids\":[\"%s\"],\"userErrors\":[]}}}".formatted(id));
        assertThat(ids(logQueue)).hasSize(1);
        assertThat(logQueue.depth().block()).isZero();
    }

    @Test
    void changes_refuseWhatCantBeRight() {
        assertThat(change("redriveDeadLetters", List.of("delivery:1", "log:1")))
                .contains("\"ids\":[]", "\"code\":\"INVALID\"", "expected: dead letters of one queue");
        assertThat(change(
                        "discardDeadLetters",
                        IntStream.range(0, 1_001).mapToObj(i -> "log:" + i).toList()))
                .contains("\"ids\":[]", "\"code\":\"TOO_LARGE\"", "1001 ids (expected: at most 1000)");
    }

    /** A dead letter may be any tenant's. */
    @Test
    void tenants_seeNone() {
        tenant("acme");
        String token = tokenOf("acme");
        setAside(queue, List.of(Samples.task(1)), "bad");
        String id = "delivery:" + ids(queue).getFirst();
        for (String operation : List.of(
                "{ deadLetters(queue: DELIVERY) { nodes { id } } }",
                "{ deadLetter(id: \"%s\") { id } }".formatted(id),
                "mutation { redriveDeadLetters(input: {ids: [\"%s\"]}) { ids } }".formatted(id),
                "mutation { discardDeadLetters(input: {ids: [\"%s\"]}) { ids } }".formatted(id))) {
            assertThat(text(token, operation)).contains("FORBIDDEN").doesNotContain(id);
        }
        assertThat(ids(queue)).hasSize(1);
    }

    /** An operator copies what the guide says, with the id that the first query told. */
    @Test
    void guide_listsRedrivesAndDiscards() throws IOException {
        setAside(queue, List.of(Samples.task(1), Samples.task(2)), "bad");
        List<String> ids = ids(queue).stream().map(id -> "delivery:" + id).toList();
        String guide = Files.readString(Path.of("../docs/operating.md"));
        List<String> operations = Pattern.compile("(?ms)^```graphql\\n(.*?)^```$")
                .matcher(guide.substring(guide.indexOf("## Dead letters"), guide.indexOf("## Backups")))
                .results()
                .map(block -> block.group(1)
                        .replace("delivery:1764547200000-0", ids.get(0))
                        .replace("delivery:1764547200000-1", ids.get(1)))
                .toList();
        assertThat(operations).hasSize(3);
        assertThat(text(OPERATOR, operations.get(0))).contains("\"totalCount\":2", ids.get(0), ids.get(1));
        assertThat(text(OPERATOR, operations.get(1))).contains("\"ids\":[\"" + ids.get(0) + "\"],\"userErrors\":[]");
        assertThat(text(OPERATOR, operations.get(2))).contains("\"ids\":[\"" + ids.get(1) + "\"],\"userErrors\":[]");
        assertThat(queue.depth().block()).isEqualTo(1);
        assertThat(ids(queue)).isEmpty();
    }

    private String change(String mutation, List<String> ids) {
        return text(
                OPERATOR,
                "mutation($ids: [ID!]!) { m: %s(input: {ids: $ids}) { ids userErrors { code message field } } }"
                        .formatted(mutation),
                "{\"ids\":" + Json.write(ids) + "}");
    }

    private static <T> void setAside(MessageQueue<T> queue, List<T> messages, String reason) {
        queue.publish(messages).block();
        queue.consume(1)
                .concatMap(message -> message.setAside(reason).thenReturn(1))
                .take(messages.size())
                .blockLast(PATIENCE);
    }

    private static List<String> ids(MessageQueue<?> queue) {
        return Objects.requireNonNull(queue.deadLetters().list(100, null).block()).items().stream()
                .map(DeadLetter::id)
                .collect(Collectors.toList());
    }
}
