package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.api.live.Subscriptions;
import dev.postern.fakes.SettableClock;
import dev.postern.livelog.memory.MemoryLiveLog;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import dev.postern.security.TenantTokens;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;

/** Somebody watches what happens to their events, as it happens. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@Import(LoggedTest.Steered.class)
class LoggedTest extends ApiTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Instant TIME = Instant.parse("2026-01-15T10:30:00.123Z");

    @Autowired
    MemoryLiveLog live;

    @Autowired
    Subscriptions subscriptions;

    @Autowired
    TenantTokens tenantTokens;

    @Autowired
    SettableClock clock;

    private final List<Stream<String>> open = new ArrayList<>();

    @AfterEach
    void closeAll() {
        open.forEach(Stream::close);
        await().atMost(PATIENCE).until(() -> {
            // A closed connection shows when it is written to.
            store(entry("nobody", "tick" + System.nanoTime(), "d", 2, DeliveryStatus.SUCCESS));
            return subscriptions.open() == 0;
        });
    }

    @Test
    void deliveryLogged_tellsWhatTheFilterMeansInItsOrder() {
        Iterator<String> told = watch(
                tokenOf("l1"),
                "subscription { deliveryLogged(filter: {status: FAILED, topics: [\"user.created\"]})"
                        + " { id status event { data } response } }");
        List<LogEntry> batch = IntStream.range(0, 8)
                .mapToObj(
                        i -> entry("l1", "e" + i, "d1", 1, i % 2 == 0 ? DeliveryStatus.FAILED : DeliveryStatus.SUCCESS))
                .toList();
        store(batch.toArray(LogEntry[]::new));
        for (int i = 0; i < 8; i += 2) {
            assertThat(told.next())
                    .isEqualTo("data:{\"data\":{\"deliveryLogged\":{\"id\":\"atm_l1_e%d_1\",\"status\":\"FAILED\","
                                    .formatted(i)
                            + "\"event\":{\"data\":{\"n\":1.10}},\"response\":{\"m\":2.00}}}}");
        }
    }

    /** One call to the log for what waits, however much it is; and none of the payloads where nobody asks for them. */
    @Test
    void deliveryLogged_readsManyWithOneCall() {
        Iterator<String> told =
                watch(OPERATOR, "subscription { deliveryLogged(filter: {tenantIds: [\"l2\"]}) { id } }");
        calls.reset();
        store(IntStream.range(0, 9)
                .mapToObj(i -> entry("l2", "e" + i, "d1", 1, DeliveryStatus.SUCCESS))
                .toArray(LogEntry[]::new));
        IntStream.range(0, 9).forEach(i -> assertThat(told.next()).contains("atm_l2_e%d_1".formatted(i)));
        assertThat(calls.names()).hasSizeLessThanOrEqualTo(4);
    }

    /** Whatever the filter asks for: another tenant's happenings are not there, and are not counted either. */
    @Test
    void deliveryLogged_staysWithinTheTenant() {
        Iterator<String> told = watch(
                tokenOf("l3"), "subscription { deliveryLogged(filter: {tenantIds: [\"l4\"]}) { tenantId eventId } }");
        store(IntStream.range(0, 50)
                .mapToObj(i -> entry("l4", "e" + i, "d1", 1, DeliveryStatus.SUCCESS))
                .toArray(LogEntry[]::new));
        store(entry("l3", "own", "d1", 1, DeliveryStatus.SUCCESS));
        assertThat(told.next())
                .isEqualTo("data:{\"data\":{\"deliveryLogged\":{\"tenantId\":\"l3\",\"eventId\":\"own\"}}}");
    }

    /** With its first attempt, and not again with its other destinations and retries, or when it is stored twice. */
    @Test
    void eventLogged_tellsEachEventOnce() {
        Iterator<String> told =
                watch(tokenOf("l5"), "subscription { eventLogged(filter: {destinationIds: [\"d2\"]}) { id rawData } }");
        LogEntry first = entry("l5", "e1", "d1", 1, DeliveryStatus.FAILED);
        store(first, entry("l5", "e1", "d2", 1, DeliveryStatus.SUCCESS));
        store(first);
        store(entry("l5", "e1", "d1", 2, DeliveryStatus.SUCCESS));
        store(entry("l5", "old", "d2", 4, DeliveryStatus.SUCCESS));
        store(entry("l5", "e2", "d2", 1, DeliveryStatus.SUCCESS));
        assertThat(told.next())
                .isEqualTo("data:{\"data\":{\"eventLogged\":{\"id\":\"e1\",\"rawData\":\"{\\\"n\\\":1.10}\"}}}");
        assertThat(told.next()).contains("\"id\":\"e2\"");
    }

    /** More happens than a slow reader takes: it is told how much it missed, and where. */
    @Test
    void deliveryLogged_tellsWhatWasLeftOut() {
        Iterator<String> told = watch(
                OPERATOR,
                "subscription { deliveryLogged(filter: {tenantIds: [\"l6\"]}) { eventId event { rawData } } }");
        int all = 3_000;
        for (int i = 0; i < all; i++) {
            store(big("l6", "e" + i));
        }
        int seen = 0;
        int dropped = 0;
        int last = -1;
        while (last < all - 1) {
            if (seen > 0 && dropped > 0) {
                // What comes last may have been left out as well, which only a further answer can say.
                store(big("l6", "e" + all++));
            }
            String answer = told.next();
            int number = Integer.parseInt(answer.replaceAll(".*\"eventId\":\"e(\\d+)\".*", "$1"));
            int before = answer.contains("\"extensions\":{\"dropped\":")
                    ? Integer.parseInt(answer.replaceAll(".*\"dropped\":(\\d+).*", "$1"))
                    : 0;
            assertThat(number - last - 1).as("left out before %s", number).isEqualTo(before);
            seen++;
            dropped += before;
            last = number;
            if (dropped > 0 && seen > 20) {
                break;
            }
        }
        assertThat(dropped).isPositive();
    }

    /** Something was lost on the way to this process. */
    @Test
    void deliveryLogged_tellsOfAGap() {
        Iterator<String> told = watch(tokenOf("l7"), "subscription { deliveryLogged { eventId } }");
        live.lose();
        store(entry("l7", "e1", "d1", 1, DeliveryStatus.SUCCESS), entry("l7", "e2", "d1", 1, DeliveryStatus.SUCCESS));
        assertThat(told.next())
                .isEqualTo("data:{\"data\":{\"deliveryLogged\":{\"eventId\":\"e1\"}},\"extensions\":{\"dropped\":1}}");
        assertThat(told.next()).isEqualTo("data:{\"data\":{\"deliveryLogged\":{\"eventId\":\"e2\"}}}");
    }

    /** A destination is renamed while somebody watches: nothing is remembered from one answer to the next. */
    @Test
    void deliveryLogged_looksAnewForEachAnswer() {
        tenant("l8");
        destination("l8", "d1");
        Iterator<String> told = watch(
                OPERATOR, "subscription { deliveryLogged(filter: {tenantIds: [\"l8\"]}) { destination { topics } } }");
        store(entry("l8", "e1", "d1", 1, DeliveryStatus.SUCCESS));
        assertThat(told.next()).contains("[\"*\"]");
        data(
                OPERATOR,
                "mutation { updateDestination(input: {tenantId: \"l8\", id: \"d1\", topics: [\"user.created\"]})"
                        + " { userErrors { code } } }");
        store(entry("l8", "e2", "d1", 1, DeliveryStatus.SUCCESS));
        assertThat(told.next()).contains("[\"user.created\"]");
    }

    @Test
    void subscription_endsWithItsCredentials() {
        tenant("l9");
        String brief = tenantTokens.issue("l9", Duration.ofMinutes(1)).token();
        // Its last moments, which last until it watches.
        clock.advance(Duration.ofSeconds(58));
        List<String> told = new ArrayList<>();
        watch(brief, "subscription { deliveryLogged { id } }").forEachRemaining(told::add);
        assertThat(told)
                .hasSize(2)
                .first()
                .asString()
                .contains("\"code\":\"UNAUTHENTICATED\"", "The credentials have expired");
    }

    /** One opens tab after tab; others find places all the same. */
    @Test
    void subscription_findsNoPlaceWhereThereIsNone() {
        String query = "subscription { eventLogged { id } }";
        watch(tokenOf("l10"), query);
        watch(tokenOf("l10"), query);
        assertThat(refusal(tokenOf("l10"), query)).contains("\"code\":\"UNAVAILABLE\"");
        watch(tokenOf("l11"), query);
        assertThat(refusal(OPERATOR, query)).contains("\"code\":\"UNAVAILABLE\"");
    }

    @Test
    void subscription_refusesWhatAListRefuses() {
        String answer = refusal(
                tokenOf("l12"),
                "subscription { deliveryLogged(filter: {time: {gt: \"2026-01-01T00:00:00Z\", gte:"
                        + " \"2026-01-01T00:00:00Z\"}}) { id } }");
        assertThat(answer).contains("BAD_USER_INPUT", "filter.time.gte");
    }

    @Override
    String tokenOf(String tenantId) {
        tenant(tenantId);
        return super.tokenOf(tenantId);
    }

    /** What is told, once nothing is missed any more. */
    private Iterator<String> watch(String credentials, String query) {
        Stream<String> lines = stream(credentials, query).body();
        open.add(lines);
        Iterator<String> each = lines.iterator();
        while (!each.next().startsWith(":")) {
            // What comes before is not told of.
        }
        Iterable<String> rest = () -> each;
        return StreamSupport.stream(rest.spliterator(), false)
                .filter(line -> line.startsWith("data:"))
                .map(LoggedTest::withoutCost)
                .iterator();
    }

    private static String withoutCost(String answer) {
        return answer.replaceAll(",?\"cost\":\\{[^}]*}", "").replace(",\"extensions\":{}", "");
    }

    /** All that is told where nothing can be watched. */
    private String refusal(String credentials, String query) {
        try (Stream<String> lines = stream(credentials, query).body()) {
            return String.join("\n", lines.toList());
        }
    }

    private void store(LogEntry... entries) {
        log.insert(List.of(entries)).block(PATIENCE);
        live.tell(List.of(entries));
    }

    private static LogEntry entry(
            String tenantId, String eventId, String destinationId, int attempt, DeliveryStatus status) {
        return entry(tenantId, eventId, destinationId, attempt, status, "{\"n\":1.10}");
    }

    private static LogEntry big(String tenantId, String eventId) {
        return entry(tenantId, eventId, "d1", 1, DeliveryStatus.SUCCESS, "\"" + "x".repeat(20_000) + "\"");
    }

    private static LogEntry entry(
            String tenantId, String eventId, String destinationId, int attempt, DeliveryStatus status, String data) {
        // The log tells events apart by time and id, whatever their tenants.
        Instant time = TIME.plusMillis(Math.floorMod(tenantId.hashCode(), 100_000));
        var event = new Event(eventId, tenantId, null, List.of("d1", "d2"), "user.created", true, time, Map.of(), data);
        String id =
                "atm_%s_%s_%s%d".formatted(tenantId, eventId, destinationId.equals("d1") ? "" : destinationId, attempt);
        return new LogEntry(
                event,
                new Delivery(
                        id, destinationId, "webhook", status, time, attempt, false, "200", "{\"m\":2.00}", 7, event),
                null);
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class Steered {

        @Bean
        @Primary
        SettableClock steeredClock() {
            return new SettableClock();
        }
    }
}
