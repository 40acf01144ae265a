package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.model.DeliveryStatus;
import dev.postern.replay.Redelivery;
import dev.postern.replay.Replay;
import dev.postern.replay.ReplayRunner;
import dev.postern.replay.ReplaySettings;
import dev.postern.replay.Replays;
import dev.postern.replay.memory.MemoryReplayStore;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import reactor.core.publisher.Mono;

/** A receiver was down for a while, and its tenant, or an operator, sends again what it missed. */
class ReplayTest extends ApiTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Autowired
    Replays replays;

    @Autowired
    MemoryReplayStore store;

    @Autowired
    ReplaySettings settings;

    @Autowired
    Clock clock;

    @BeforeEach
    @AfterEach
    void cancelAll() {
        Objects.requireNonNull(replays.list(null, 1_000, null).block(PATIENCE)).items().stream()
                .filter(Replay::running)
                .forEach(replay -> replays.cancel(replay.id()).block(PATIENCE));
    }

    /** A program asked for the destinations to repair, found none, and would have sent everything again. */
    @Test
    void filter_withAnEmptyListIsRefused() {
        failures("r0", 1);
        for (String list : new String[] {"tenantIds", "destinationIds", "eventIds", "topics", "destinationTypes"}) {
            assertThat(text(OPERATOR, "{ replayPlan(filter: {%s: []}) { deliveryCount } }".formatted(list)))
                    .contains("BAD_USER_INPUT", "filter." + list, "empty")
                    .doesNotContain("deliveryCount");
            assertThat(started(OPERATOR, "{%s: []}".formatted(list)))
                    .contains(
                            "\"code\":\"INVALID\"", "[\"input\",\"filter\",\"%s\"]".formatted(list), "\"replay\":null");
        }
    }

    @Test
    void plan_tellsWhatTheReplayThenPlans() {
        failures("r1", 3);
        logged("r1", "r1_evt_0", "des_1", 2, DeliveryStatus.SUCCESS, "{}");
        String plan = text(tokenOf("r1"), """
                { replayPlan(filter: {topics: ["user.created"]}) { deliveryCount destinationCount
                  sample { id status event { id rawData } response } } }""");
        assertThat(plan)
                .contains("\"deliveryCount\":2", "\"destinationCount\":1", "\"id\":\"r1_evt_1\"", "\"id\":\"r1_evt_2\"")
                .contains("\"rawData\":\"{\\\"n\\\":1}\"", "\"n\":1.10")
                .doesNotContain("r1_evt_0", "errors");

        String started = text(tokenOf("r1"), """
                mutation { startReplay(input: {filter: {topics: ["user.created"]}}) { userErrors { code }
                  replay { tenantId status plannedCount queuedCount skippedCount succeededCount failedCount
                    finishedAt faultId } } }""");
        assertThat(started)
                .contains("\"tenantId\":\"r1\"", "\"status\":\"RUNNING\"", "\"plannedCount\":2", "\"queuedCount\":0")
                .contains("\"finishedAt\":null", "\"faultId\":null", "\"userErrors\":[]");
    }

    /** Another tenant's ids in the filter mean nothing, and don't tell whether there is such a tenant. */
    @Test
    void plan_neverReachesAnotherTenant() {
        failures("r2", 1);
        failures("r3", 2);
        String plan = "{ replayPlan(filter: {tenantIds: [\"r3\"]}) { deliveryCount sample { tenantId } } }";
        assertThat(text(tokenOf("r2"), plan)).contains("\"deliveryCount\":0", "\"sample\":[]");
        assertThat(text(tokenOf("r2"), plan.replace("r3", "nobody"))).isEqualTo(text(tokenOf("r2"), plan));
        assertThat(text(tokenOf("r2"), plan.replace("[\"r3\"]", "[\"r3\", \"r2\"]")))
                .contains("\"deliveryCount\":1", "\"tenantId\":\"r2\"")
                .doesNotContain("r3");
        assertThat(text(tokenOf("r2"), "{ replayPlan(filter: {eventIds: [\"r3_evt_0\"]}) { deliveryCount } }"))
                .contains("\"deliveryCount\":0");
        assertThat(text(OPERATOR, plan)).contains("\"deliveryCount\":2", "\"tenantId\":\"r3\"");
        assertThat(text(OPERATOR, "{ replayPlan(filter: {tenantIds: [\"r2\", \"r3\"]}) { deliveryCount } }"))
                .contains("\"deliveryCount\":3");
    }

    @Test
    void replay_isItsTenantsAlone() {
        failures("r4", 1);
        String own = start(tokenOf("r4"), "{tenantIds: [\"r4\", \"r5\"]}");
        String across = start(OPERATOR, "{tenantIds: [\"r4\", \"r5\"]}");
        for (String id : List.of(own, across)) {
            assertThat(text(OPERATOR, replay(id))).contains("\"id\":\"" + id + "\"");
            assertThat(text(tokenOf("r5"), replay(id))).isEqualTo(text(tokenOf("r5"), replay("nobody")));
        }
        assertThat(text(tokenOf("r4"), replay(own))).contains("\"tenantId\":\"r4\"");
        assertThat(text(tokenOf("r4"), replay(across))).contains("\"replay\":null");
        assertThat(text(tokenOf("r4"), "{ replays { nodes { id } } }"))
                .contains(own)
                .doesNotContain(across);
        assertThat(text(OPERATOR, "{ replays { nodes { id } } }")).contains(own, across);
        assertThat(text(OPERATOR, "{ replays(tenantId: \"r4\") { nodes { id } } }"))
                .contains(own)
                .doesNotContain(across);

        String nodeId = text(OPERATOR, replay(own)).replaceAll(".*\"nodeId\":\"([^\"]+)\".*", "$1");
        String node = "{ node(nodeId: \"%s\") { nodeId ... on Replay { id } } }".formatted(nodeId);
        assertThat(text(tokenOf("r4"), node)).contains("\"id\":\"" + own + "\"");
        assertThat(text(tokenOf("r5"), node)).contains("\"node\":null").doesNotContain("errors");
        String cancel =
                "mutation { cancelReplay(input: {id: \"%s\"}) { replay { id } userErrors { code message field } } }";
        assertThat(text(tokenOf("r5"), cancel.formatted(own)))
                .contains("NOT_FOUND")
                .isEqualTo(text(tokenOf("r5"), cancel.formatted("nobody")));
        assertThat(text(tokenOf("r4"), cancel.formatted(across))).contains("NOT_FOUND");
    }

    /** A script with a tenant's token asks for another tenant: its own tenant's deliveries are not sent again for that. */
    @Test
    void startReplay_ofAnotherTenant_isRefused() {
        failures("r16", 1);
        String refused = started(tokenOf("r16"), "{tenantIds: [\"r5\"]}");
        assertThat(refused)
                .contains("\"code\":\"INVALID\"", "[\"input\",\"filter\",\"tenantIds\"]", "\"replay\":null")
                .isEqualTo(started(tokenOf("r16"), "{tenantIds: [\"nobody\"]}"));
        assertThat(text(tokenOf("r16"), "{ replays { nodes { id } } }")).contains("\"nodes\":[]");
    }

    /** The answer to the first wish was lost, or came too late: the second doesn't send everything twice. */
    @Test
    void startReplay_again_namesTheOneThatRuns() {
        failures("r17", 1);
        String id = start(tokenOf("r17"), "{topics: [\"user.created\"]}");
        for (String credentials : List.of(tokenOf("r17"), OPERATOR)) {
            assertThat(started(credentials, "{tenantIds: [\"r17\"], topics: [\"user.created\"]}"))
                    .contains("\"code\":\"CONFLICT\"", id, "[\"input\",\"filter\"]", "\"replay\":null");
        }
        text(tokenOf("r17"), cancel(id));
        start(tokenOf("r17"), "{topics: [\"user.created\"]}");
    }

    @Test
    void replays_pageByPage() {
        List<String> ids = IntStream.range(0, 3)
                .mapToObj(i -> {
                    String id = start(tokenOf("r6"), "{}");
                    text(tokenOf("r6"), cancel(id));
                    return id;
                })
                .toList();
        String first = text(
                tokenOf("r6"),
                "{ replays(first: 2) { edges { cursor node { id } } pageInfo { hasNextPage endCursor } } }");
        assertThat(first).contains("\"hasNextPage\":true", ids.get(1)).doesNotContain(ids.get(0));
        String cursor = first.replaceAll(".*\"endCursor\":\"([^\"]+)\".*", "$1");
        assertThat(text(
                        tokenOf("r6"),
                        "{ replays(after: \"%s\") { nodes { id } pageInfo { hasNextPage hasPreviousPage } } }"
                                .formatted(cursor)))
                .contains("\"hasNextPage\":false", "\"hasPreviousPage\":true", ids.get(0))
                .doesNotContain(ids.get(1), ids.get(2));
        assertThat(text(OPERATOR, "{ replays(after: \"x\") { nodes { id } } }"))
                .contains("BAD_USER_INPUT", "not a cursor of this list");
    }

    @Test
    void startReplay_refusesWhatIsTooMuch() {
        failures("r7", 6);
        assertThat(started(tokenOf("r7"), "{}"))
                .contains("\"code\":\"TOO_LARGE\"", "6 deliveries (expected: at most 5", "[\"input\",\"filter\"]")
                .contains("\"replay\":null");
        start(tokenOf("r8"), "{}");
        start(tokenOf("r8"), "{topics: [\"b\"]}");
        assertThat(started(tokenOf("r8"), "{topics: [\"c\"]}"))
                .contains("\"code\":\"LIMIT_REACHED\"", "2 replays of this reach");
        start(tokenOf("r9"), "{}");
        assertThat(started(tokenOf("r9"), "{topics: [\"b\"]}"))
                .contains("\"code\":\"LIMIT_REACHED\"", "3 replays are running");
    }

    @Test
    void startReplay_namesWhatIsWrongWithItsFilter() {
        String both = "{time: {gt: \"2026-01-01T00:00:00Z\", gte: \"2026-01-01T00:00:00Z\"}}";
        assertThat(started(OPERATOR, both)).contains("\"code\":\"INVALID\"", "[\"input\",\"filter\",\"time\",\"gte\"]");
        assertThat(text(OPERATOR, "{ replayPlan(filter: " + both + ") { deliveryCount } }"))
                .contains("BAD_USER_INPUT", "filter.time.gte");
    }

    @Test
    void cancelReplay_endsItOnce() {
        failures("r10", 1);
        String id = start(tokenOf("r10"), "{}");
        assertThat(text(tokenOf("r10"), cancel(id))).contains("\"status\":\"CANCELLED\"", "\"userErrors\":[]");
        assertThat(text(tokenOf("r10"), cancel(id))).contains("\"status\":\"CANCELLED\"", "\"userErrors\":[]");
        String done = start(tokenOf("r10"), "{eventIds: [\"none\"]}");
        run();
        run();
        assertThat(text(tokenOf("r10"), replay(done))).contains("COMPLETED");
        assertThat(text(tokenOf("r10"), cancel(done))).contains("CONFLICT", "[\"input\",\"id\"]");
    }

    /** Over HTTP, as a browser or curl reads it. */
    @Test
    void replayProgressed_tellsEachChangeUntilTheEnd() {
        failures("r11", 2);
        String id = start(tokenOf("r11"), "{}");
        try (Stream<String> lines = watch(tokenOf("r11"), id).body()) {
            Iterator<String> events = lines.filter(line -> line.contains(":") && !line.equals(":"))
                    .iterator();
            assertThat(events.next()).isEqualTo("event:next");
            assertThat(events.next())
                    .contains(
                            "\"replayProgressed\":{\"status\":\"RUNNING\",\"queuedCount\":0}",
                            "\"cost\":{\"requested\":1,\"actual\":1,\"limit\":25000}");
            run();
            assertThat(events.next()).isEqualTo("event:next");
            assertThat(events.next()).contains("\"status\":\"RUNNING\",\"queuedCount\":2");
            text(tokenOf("r11"), cancel(id));
            assertThat(events.next()).isEqualTo("event:next");
            assertThat(events.next()).contains("\"status\":\"CANCELLED\",\"queuedCount\":2");
            assertThat(events.next()).isEqualTo("event:complete");
        }
    }

    @Test
    void replayProgressed_refusesWhatIsNotThere() {
        String id = start(tokenOf("r12"), "{}");
        for (String absent : List.of(id, "nobody")) {
            HttpResponse<Stream<String>> response = watch(tokenOf("r13"), absent);
            try (Stream<String> lines = response.body()) {
                assertThat(lines.toList()).anyMatch(line -> line.contains("\"code\":\"NOT_FOUND\""));
            }
        }
        assertThat(post(
                        OPERATOR,
                        "{\"query\":\"subscription { replayProgressed(id: \\\"%s\\\") { id } }\"}".formatted(id)))
                .satisfies(response -> assertThat(response.statusCode()).isEqualTo(406))
                .satisfies(response -> assertThat(response.body()).contains("text/event-stream"));
    }

    /** Somebody opens one tab after the other, and closes them again; an operator finds a place all the same. */
    @Test
    void replayProgressed_servesNoMoreThanItMay() {
        String id = start(tokenOf("r14"), "{}");
        Stream<String> first = watch(tokenOf("r14"), id).body();
        Stream<String> second = watch(tokenOf("r14"), id).body();
        try (Stream<String> third = watch(tokenOf("r14"), id).body()) {
            assertThat(third.toList()).anyMatch(line -> line.contains("\"code\":\"UNAVAILABLE\""));
        }
        Stream<String> operators = watch(OPERATOR, id).body();
        text(tokenOf("r14"), cancel(id));
        assertThat(first.toList()).contains("event:complete");
        assertThat(second.toList()).contains("event:complete");
        assertThat(operators.toList()).contains("event:complete");
        await().atMost(PATIENCE).untilAsserted(() -> {
            try (Stream<String> again = watch(tokenOf("r14"), id).body()) {
                assertThat(again.toList()).anyMatch(line -> line.contains("CANCELLED"));
            }
        });
    }

    @Override
    String tokenOf(String tenantId) {
        tenant(tenantId);
        return super.tokenOf(tenantId);
    }

    private void run() {
        Redelivery redelivery = (wish, target) -> Mono.just(new Redelivery.Result.Queued(2));
        new ReplayRunner(store, log, redelivery, error -> false, clock, settings)
                .runNext()
                .block(PATIENCE);
    }

    private void failures(String tenantId, int events) {
        for (int i = 0; i < events; i++) {
            logged(tenantId, tenantId + "_evt_" + i, "des_1", 1, DeliveryStatus.FAILED, "{\"n\":1}");
        }
    }

    private String started(String credentials, String filter) {
        return text(
                credentials,
                "mutation { startReplay(input: {filter: %s}) { replay { id } userErrors { code message field } } }"
                        .formatted(filter));
    }

    private String start(String credentials, String filter) {
        String answer = started(credentials, filter);
        assertThat(answer).contains("\"userErrors\":[]");
        return answer.replaceAll(".*\"id\":\"([^\"]+)\".*", "$1");
    }

    private static String replay(String id) {
        return "{ replay(id: \"%s\") { nodeId id tenantId status } }".formatted(id);
    }

    private static String cancel(String id) {
        return "mutation { cancelReplay(input: {id: \"%s\"}) { replay { status } userErrors { code field } } }"
                .formatted(id);
    }

    private HttpResponse<Stream<String>> watch(String credentials, String id) {
        return stream(
                credentials, "subscription { replayProgressed(id: \"%s\") { status queuedCount } }".formatted(id));
    }
}
