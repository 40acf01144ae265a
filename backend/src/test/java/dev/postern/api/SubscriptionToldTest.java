package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.fakes.Queues;
import dev.postern.json.Json;
import dev.postern.model.OperatorEvent;
import dev.postern.queue.memory.MemoryOperatorEventQueue;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** What operators are told of who subscribes to what. */
class SubscriptionToldTest extends ApiTest {

    private static final String CREATE = """
            createDestination(input: {tenantId: "told", id: "%s", type: "webhook", topics: %s,
              config: {url: "http://example.com"}}) { userErrors { code } }""";

    @Autowired
    MemoryOperatorEventQueue queue;

    @BeforeEach
    void prepare() {
        tenant("told");
        for (String id : List.of("a", "b")) {
            mutate("deleteDestination(input: {tenantId: \"told\", id: \"%s\"}) { userErrors { code } }".formatted(id));
        }
        Queues.drain(queue);
    }

    /** Outpost's data, and its numbers: disabled destinations count. */
    @Test
    void change_ofWhatATenantSubscribesTo_isTold() {
        mutate(CREATE.formatted("a", "[\"user.created\"]"));
        expect("{\"tenant_id\":\"told\",\"topics\":[\"user.created\"],\"previous_topics\":[],"
                + "\"destinations_count\":1,\"previous_destinations_count\":0}");

        mutate(CREATE.formatted("b", "[\"user.created\"]"));
        expect("{\"tenant_id\":\"told\",\"topics\":[\"user.created\"],\"previous_topics\":[\"user.created\"],"
                + "\"destinations_count\":2,\"previous_destinations_count\":1}");

        mutate("updateDestination(input: {tenantId: \"told\", id: \"a\", topics: [\"*\"]}) { userErrors { code } }");
        expect("{\"tenant_id\":\"told\",\"topics\":[\"*\"],\"previous_topics\":[\"user.created\"],"
                + "\"destinations_count\":2,\"previous_destinations_count\":2}");

        mutate("deleteDestination(input: {tenantId: \"told\", id: \"a\"}) { userErrors { code } }");
        expect("{\"tenant_id\":\"told\",\"topics\":[\"user.created\"],\"previous_topics\":[\"*\"],"
                + "\"destinations_count\":1,\"previous_destinations_count\":2}");
    }

    /** Its URL is mended; it is disabled for a night: the tenant's subscription is what it was. */
    @Test
    void change_ofAnythingElse_isNotTold() {
        mutate(CREATE.formatted("a", "[\"user.created\"]"));
        Queues.drain(queue);
        mutate("updateDestination(input: {tenantId: \"told\", id: \"a\", config: {url: \"http://example.org\"},"
                + " topics: [\"user.created\"]}) { userErrors { code } }");
        mutate("disableDestination(input: {tenantId: \"told\", id: \"a\"}) { userErrors { code } }");
        mutate("enableDestination(input: {tenantId: \"told\", id: \"a\"}) { userErrors { code } }");
        data(OPERATOR, "mutation { " + CREATE.formatted("a", "[\"user.created\"]") + " }");
        assertThat(Queues.drain(queue)).isEmpty();
    }

    /** It comes and goes and comes: a receiver that knows ids must see each. */
    @Test
    void change_thatIsTakenBackAndMadeAgain_isToldEachTime() {
        for (int i = 0; i < 2; i++) {
            mutate(CREATE.formatted("a", "[\"user.created\"]"));
            mutate("deleteDestination(input: {tenantId: \"told\", id: \"a\"}) { userErrors { code } }");
        }
        assertThat(Queues.drain(queue)).extracting(OperatorEvent::id).hasSize(4).doesNotHaveDuplicates();
    }

    private void mutate(String mutation) {
        data(OPERATOR, "mutation { " + mutation + " }");
    }

    private void expect(String data) {
        assertThat(Queues.drain(queue)).singleElement().satisfies(event -> {
            assertThat(event.topic()).isEqualTo("tenant.subscription.updated");
            assertThat(Json.write(Json.parseObject(event.body()).get("data"))).isEqualTo(data);
        });
    }
}
