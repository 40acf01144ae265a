package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.api.settings.ApiSettings;
import dev.postern.api.settings.QuotaSettings;
import dev.postern.fakes.SettableClock;
import dev.postern.json.Json;
import dev.postern.livelog.memory.MemoryLiveLog;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.LogEntry;
import dev.postern.quota.Quota;
import dev.postern.quota.QuotaStore;
import dev.postern.quota.memory.MemoryQuotaStore;
import dev.postern.security.PortalLinks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.graphql.server.WebGraphQlHandler;
import org.springframework.graphql.server.WebGraphQlRequest;
import org.springframework.http.HttpHeaders;
import org.springframework.util.LinkedMultiValueMap;
import reactor.core.publisher.Mono;

/** A tenant's program that asks as fast as it can: it is slowed down, and nobody else notices. */
@Import(BudgetTest.Narrow.class)
class BudgetTest extends ApiTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String GRAPHQL_RESPONSE = "application/graphql-response+json";

    /** Costs 60, asked and answered. */
    private static final String SIXTY = "{ deliveries(first: 60) { pageInfo { hasNextPage } } }";

    /** Asks for five and is answered with none, which tells what is left. */
    private static final String NONE = "{ deliveries(first: 5, filter: {topics: [\"none\"]}) { nodes { id } } }";

    @Autowired
    SettableClock budgetClock;

    @Autowired
    MemoryLiveLog live;

    @Autowired
    SteeredStore quotas;

    @Autowired
    WebGraphQlHandler handler;

    @Autowired
    PortalLinks links;

    private String tenantId = "";
    private String tenant = "";

    @BeforeEach
    void prepare() {
        tenantId = freshTenant();
        tenant = tokenOf(tenantId);
    }

    @Test
    void budget_isSpentAndRefills() {
        assertThat(cost(tenant, SIXTY).toString())
                .isEqualTo("{requested=60, actual=60, limit=100, remaining=40, capacity=100, restoreRate=10}");

        assertThat(whole(tenant, SIXTY, "{}"))
                .contains("\"code\":\"RATE_LIMITED\"", "\"retryAfter\":2", "may cost 60, and 40 are left")
                .contains("\"cost\":{\"requested\":60,\"actual\":0,\"limit\":100,\"remaining\":40,")
                .doesNotContain("\"data\"");

        budgetClock.advance(Duration.ofSeconds(1));
        assertThat(text(tenant, SIXTY)).contains("\"retryAfter\":1");
        budgetClock.advance(Duration.ofSeconds(1));
        assertThat(text(tenant, SIXTY)).doesNotContain("errors");
    }

    /** Clients and proxies that know HTTP alone; older GraphQL clients look at nothing but a 200's body. */
    @Test
    void refusal_isToldInHttpsOwnWords() {
        text(tenant, SIXTY);

        HttpResponse<String> refused = ask(GRAPHQL_RESPONSE);
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("2");

        HttpResponse<String> legacy = ask("application/json");
        assertThat(legacy.statusCode()).isEqualTo(200);
        assertThat(legacy.headers().firstValue("Retry-After")).hasValue("2");
        assertThat(legacy.body()).contains("RATE_LIMITED");

        budgetClock.advance(Duration.ofSeconds(2));
        HttpResponse<String> taken = ask(GRAPHQL_RESPONSE);
        assertThat(taken.statusCode()).isEqualTo(200);
        assertThat(taken.headers().firstValue("Retry-After")).isEmpty();
    }

    @Test
    void change_thatIsRefusedChangesNothing() {
        text(tenant, SIXTY);
        text(tenant, "{ deliveries(first: 35) { pageInfo { hasNextPage } } }");
        String create = """
                mutation { createDestination(input: {id: "late", type: "webhook", topics: ["*"],
                  config: {url: "http://example.com"}}) { destination { id } userErrors { message } } }""";

        assertThat(text(tenant, create)).contains("RATE_LIMITED");
        assertThat(text(tenant, "{ destination(id: \"late\") { id } }")).contains("\"destination\":null");
    }

    @Test
    void budget_getsBackWhatWasNotAnswered() {
        for (int i = 0; i < 5; i++) {
            assertThat(cost(tenant, "{ deliveries(first: 90) { nodes { id } } }")
                            .toString())
                    .contains("requested=90, actual=0,", "remaining=100,");
        }
        // A fault in the query costs nothing, however often it is made.
        assertThat(text(tenant, "{ deliveries(first: 90) { nodes { nothing } } }"))
                .contains("BAD_USER_INPUT");
        assertThat(cost(tenant, SIXTY).toString()).contains("remaining=40,");
    }

    @Test
    void budget_ofOneTenantIsItsOwn() {
        String other = freshTenant();
        text(tenant, SIXTY);
        text(tenant, SIXTY);

        assertThat(cost(tokenOf(other), SIXTY).toString()).contains("remaining=40,");
        // Publishers are operators, and have none.
        for (int i = 0; i < 5; i++) {
            assertThat(cost(OPERATOR, SIXTY).toString()).isEqualTo("{requested=60, actual=60, limit=25000}");
        }
    }

    /** Waiting would never help. */
    @Test
    void query_beyondTheWholeBudgetIsTooDear() {
        assertThat(text(tenant, "{ deliveries(first: 101) { nodes { id } } }"))
                .contains("\"code\":\"COST_EXCEEDED\"", "\"cost\":101", "\"limit\":100");
    }

    /** A client's sign of life, and its first question who it is. */
    @Test
    void query_thatCostsNothingRunsWithoutABudget() {
        text(tenant, "{ deliveries(first: 100) { pageInfo { hasNextPage } } }");

        assertThat(text(tenant, "{ __typename viewer { kind } }")).doesNotContain("errors");
        assertThat(text(tenant, "{ viewer { tenant { id } } }")).contains("RATE_LIMITED");
    }

    /** The portal in the same process asks for its visitor, who pays; but nobody is locked out of the portal. */
    @Test
    void visitor_ofThePortalPays_butNotForTheDoor() {
        assertThat(inside(tenant).toString()).contains("requested=60", "remaining=40");
        assertThat(inside(tenant).toString()).contains("RATE_LIMITED", "remaining=40");
        assertThat(text(tenant, SIXTY)).contains("RATE_LIMITED");

        String code = Objects.requireNonNull(links.issue(tenantId).block()).code();
        assertThat(text("plk_" + code, "mutation { redeemPortalLink { token userErrors { code } } }"))
                .contains("\"token\":\"ey", "\"userErrors\":[]");
    }

    /** A page that stays open all day. */
    @Test
    void subscription_paysForEachItem() {
        destination(tenantId, "d");
        logged(tenantId, "evt_1", "d", 1, DeliveryStatus.FAILED, "{}");
        Map<?, ?> started = data(OPERATOR, """
                mutation { startReplay(input: {filter: {tenantIds: ["%s"]}}) { replay { id } userErrors { message } } }""".formatted(tenantId));
        Object id = member(member(started, "startReplay"), "replay").get("id");
        String watch = "subscription { replayProgressed(id: \"%s\") { status } }".formatted(id);

        try (Stream<String> lines = stream(watch)) {
            Iterator<String> events =
                    lines.filter(line -> line.contains("\"data\":")).iterator();
            assertThat(events.next()).contains("RUNNING", "\"cost\":{\"requested\":1,\"actual\":1,\"limit\":100}");
            data(OPERATOR, "mutation { cancelReplay(input: {id: \"%s\"}) { userErrors { message } } }".formatted(id));
            assertThat(events.next()).contains("CANCELLED", "\"actual\":1");
            assertThat(events.hasNext()).isFalse();
        }
        // One for the start, and one for each of two.
        await().untilAsserted(() -> assertThat(
                        cost(tenant, "{ deliveries(first: 5, filter: {topics: [\"none\"]}) { nodes { id } } }")
                                .toString())
                .contains("actual=0,", "remaining=97,"));
    }

    /** Items that are smaller than they might be: each is paid for what it is, and nothing is given back twice. */
    @Test
    void subscription_paysForWhatItsItemsAre() {
        try (Stream<String> lines = stream("subscription { deliveryLogged { id destination { id } } }")) {
            Iterator<String> all = lines.iterator();
            while (!all.next().startsWith(":")) {
                // What comes before is not told of.
            }
            for (int item = 1; item <= 3; item++) {
                LogEntry entry = logEntry(tenantId, "evt_" + item, "gone", 1, DeliveryStatus.SUCCESS, "{}");
                log.insert(List.of(entry)).block();
                live.tell(List.of(entry));
                String told = all.next();
                while (!told.contains("\"data\":")) {
                    told = all.next();
                }
                assertThat(told).contains("\"cost\":{\"requested\":2,\"actual\":1,");
            }
            // Two for the start, and one for each of three.
            await().untilAsserted(
                            () -> assertThat(cost(tenant, NONE).toString()).contains("remaining=95,"));
        }
    }

    /** Redis was away when it began, and is there again: it pays like everybody. */
    @Test
    void subscription_begunWithoutABudgetPaysWhenThereIsOne() {
        quotas.away = true;
        try (Stream<String> lines = stream("subscription { deliveryLogged { id } }")) {
            Iterator<String> all = lines.iterator();
            while (!all.next().startsWith(":")) {
                // What comes before is not told of.
            }
            quotas.away = false;
            await().atMost(PATIENCE).until(() -> {
                happen("evt_" + UUID.randomUUID());
                return cost(tenant, NONE).toString().matches(".*remaining=\\d\\d,.*");
            });
        } finally {
            quotas.away = false;
        }
    }

    /** It has spent all there was: the next item waits until the one before is paid. */
    @Test
    void subscription_waitsForItsBudget() {
        List<String> told = new CopyOnWriteArrayList<>();
        try (Stream<String> lines = stream("subscription { deliveryLogged { id } }")) {
            Thread.ofVirtual().start(() -> lines.forEach(told::add));
            await().atMost(PATIENCE).until(() -> told.contains(":"));
            text(tenant, "{ deliveries(first: 99) { pageInfo { hasNextPage } } }");
            assertThat(text(tenant, NONE)).contains("RATE_LIMITED");
            quotas.refused.set(0);
            happen("evt_1");
            happen("evt_2");
            await().atMost(PATIENCE).until(() -> quotas.refused.get() > 2);
            assertThat(items(told)).isEqualTo(1);
            budgetClock.advance(Duration.ofSeconds(1));
            await().atMost(PATIENCE).until(() -> items(told) == 2);
        }
    }

    private static long items(List<String> told) {
        return told.stream().filter(line -> line.contains("\"data\":")).count();
    }

    private void happen(String eventId) {
        LogEntry entry = logEntry(tenantId, eventId, "gone", 1, DeliveryStatus.SUCCESS, "{}");
        log.insert(List.of(entry)).block();
        live.tell(List.of(entry));
    }

    private Stream<String> stream(String query) {
        try {
            return HttpClient.newHttpClient()
                    .send(
                            to("/graphql")
                                    .header("Authorization", "Bearer " + tenant)
                                    .header("Content-Type", "application/json")
                                    .header("Accept", "text/event-stream")
                                    .POST(BodyPublishers.ofString("{\"query\":" + Json.write(query) + "}"))
                                    .build(),
                            BodyHandlers.ofLines())
                    .body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private String freshTenant() {
        String id = "t" + UUID.randomUUID();
        tenant(id);
        return id;
    }

    private Map<String, Object> inside(String credentials) {
        var headers = new HttpHeaders();
        headers.setBearerAuth(credentials);
        return Objects.requireNonNull(handler.handleRequest(new WebGraphQlRequest(
                                URI.create("http://localhost/graphql"),
                                headers,
                                new LinkedMultiValueMap<>(),
                                null,
                                Map.of(),
                                Map.of("query", SIXTY),
                                "portal",
                                Locale.ROOT))
                        .block())
                .toMap();
    }

    private HttpResponse<String> ask(String accept) {
        return send(to("/graphql")
                .header("Authorization", "Bearer " + tenant)
                .header("Content-Type", "application/json")
                .header("Accept", accept)
                .POST(BodyPublishers.ofString("{\"query\":" + Json.write(SIXTY) + "}"))
                .build());
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class Narrow {

        @Bean
        SettableClock budgetClock() {
            return new SettableClock();
        }

        @Bean
        @Primary
        SteeredStore steeredQuotaStore(SettableClock budgetClock) {
            return new SteeredStore(new MemoryQuotaStore(budgetClock));
        }

        @Bean
        @Primary
        ApiSettings narrowSettings() {
            return ApiSettings.of(ApiTestApplication.TOPICS, false, null)
                    .withQuotas(new QuotaSettings(new Quota(100, 10), null, Duration.ofSeconds(30)));
        }
    }

    /** May be away, and counts whom it refuses. */
    static final class SteeredStore implements QuotaStore {

        private final QuotaStore store;
        private final AtomicInteger refused = new AtomicInteger();
        private volatile boolean away;

        SteeredStore(QuotaStore store) {
            this.store = store;
        }

        @Override
        public Mono<Charge> charge(String account, Quota quota, long cost) {
            return there(store.charge(account, quota, cost)).doOnNext(charge -> {
                if (charge instanceof Charge.Refused) {
                    refused.incrementAndGet();
                }
            });
        }

        @Override
        public Mono<Void> adjust(String account, Quota quota, long change) {
            return there(store.adjust(account, quota, change));
        }

        private <T> Mono<T> there(Mono<T> answer) {
            return Mono.defer(() -> away ? Mono.error(new IOException("away")) : answer);
        }
    }
}
