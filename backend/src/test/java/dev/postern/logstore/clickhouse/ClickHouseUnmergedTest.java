package dev.postern.logstore.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.logstore.DeliveryFilter;
import dev.postern.logstore.DeliveryQuery;
import dev.postern.logstore.PayloadBudget;
import dev.postern.logstore.clickhouse.ClickHouseLogStoreSettings.Limits;
import dev.postern.logstore.memory.MemoryLogStore;
import dev.postern.migrations.ClickHouseTarget;
import dev.postern.model.Cursor;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.EventKey;
import dev.postern.model.LogEntry;
import dev.postern.model.Page;
import dev.postern.model.PageRequest;
import dev.postern.model.PageRequest.Direction;
import dev.postern.model.TimeRange;
import dev.postern.servers.TestClickHouse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Batches that came again, and that ClickHouse hasn't merged yet: the log in memory says what to read. */
class ClickHouseUnmergedTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** So few rows a window that a list of some hundred goes through several. */
    static final Limits SMALL = new Limits(4, 2, 2, 2_000, Duration.ofSeconds(10), Duration.ofSeconds(30), 64, 20);

    private static ClickHouseTarget database;
    private static ClickHouseLogStore store;

    private final MemoryLogStore memory = new MemoryLogStore();

    @BeforeAll
    static void connect() {
        database = TestClickHouse.database();
        store = new ClickHouseLogStore(ClickHouseLogStoreTest.settings(database, SMALL));
        TestClickHouse.execute(database, "system stop merges events", "system stop merges attempts");
    }

    @AfterAll
    static void disconnect() {
        if (store != null) {
            store.close();
        }
    }

    @BeforeEach
    void clear() {
        TestClickHouse.execute(database, "truncate table events", "truncate table attempts");
    }

    /** Each delivery was told up to four times, with outcomes that differ, some in the same instant. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void everyPage_isAsMemoryGivesIt(int seed) {
        Random random = new Random(seed);
        for (int version = 0; version < 4; version++) {
            List<LogEntry> batch = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                if (version == 0 || random.nextInt(3) == 0) {
                    batch.add(entry(i, random.nextBoolean(), random.nextInt(3)));
                }
            }
            insert(batch);
        }
        assertThat(stored()).isGreaterThan(400);
        List<DeliveryQuery> queries =
                IntStream.range(0, 150).mapToObj(i -> query(random)).toList();

        List<Page<Delivery>> expected = one(memory.listDeliveries(queries, PayloadBudget.unlimited()));

        assertThat(one(Flux.fromIterable(queries)
                        .flatMapSequential(store::listDeliveries, 4)
                        .collectList()))
                .isEqualTo(expected);
        assertThat(one(store.listDeliveries(queries, PayloadBudget.unlimited())))
                .isEqualTo(expected);
    }

    /** A page of lists for each outcome, as a portal's overview asks for them, in one call. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void listsThatDifferInWhatChanges_areAsMemoryGivesThem(int seed) {
        Random random = new Random(seed);
        for (int version = 0; version < 4; version++) {
            List<LogEntry> batch = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                if (version == 0 || random.nextBoolean()) {
                    int code = random.nextInt(3);
                    batch.add(entry(i, random.nextBoolean(), code, "topic.20" + code));
                }
            }
            insert(batch);
        }
        // From one row to more than there are, so that lists end just before, at and after a page's end.
        for (int limit : List.of(1, 2, 3, 5, 8, 10, 25)) {
            for (PageRequest page : pages(limit, random)) {
                List<DeliveryQuery> queries = new ArrayList<>();
                for (String tenant : List.of("t0", "t1")) {
                    for (DeliveryStatus status : DeliveryStatus.values()) {
                        queries.add(query(Set.of(tenant), Set.of(), status, Set.of(), TimeRange.ANY, page));
                    }
                    for (String code : List.of("200", "201", "202")) {
                        queries.add(query(Set.of(tenant), Set.of(), null, Set.of(code), TimeRange.ANY, page));
                        queries.add(topic(tenant, "topic." + code, page));
                    }
                }
                assertThat(one(store.listDeliveries(queries, PayloadBudget.unlimited())))
                        .as("%s", page)
                        .isEqualTo(one(memory.listDeliveries(queries, PayloadBudget.unlimited())));
            }
        }
    }

    /** Two deliveries failed, then one of them succeeded: the failed one that is left makes room for no other. */
    @Test
    void aDeliveryThatSucceeded_takesNoPlaceAmongTheFailed() {
        insert(List.of(entry(0, false, 0), entry(1, false, 0), entry(2, false, 0)));
        insert(List.of(entry(2, true, 0)));
        insert(List.of(entry(9, false, 0)));
        insert(List.of(entry(10, true, 0)));
        PageRequest two = new PageRequest(2, Direction.DESC, null, false);

        List<Page<Delivery>> pages = one(store.listDeliveries(
                List.of(
                        query(Set.of("t0"), Set.of(), DeliveryStatus.FAILED, Set.of(), TimeRange.ANY, two),
                        query(Set.of("t0"), Set.of(), DeliveryStatus.SUCCESS, Set.of(), TimeRange.ANY, two)),
                PayloadBudget.unlimited()));

        assertThat(pages.getFirst().items()).extracting(Delivery::id).containsExactly("atm_009", "atm_001");
        assertThat(pages.getFirst().hasNext()).isTrue();
        assertThat(pages.getLast().items()).extracting(Delivery::id).containsExactly("atm_010", "atm_002");
        assertThat(pages.getLast().hasNext()).isFalse();
    }

    /** More copies of one delivery than a page has rows, and the copies that match are outdated. */
    @Test
    void aDeliveryToldMoreOftenThanAPageHasRows_isOneRow() {
        insert(List.of(entry(0, true, 0), entry(2, false, 0)));
        for (int version = 0; version < 20; version++) {
            insert(List.of(entry(1, version == 19, 0)));
        }
        assertThat(stored()).isEqualTo(22);
        PageRequest two = new PageRequest(2, Direction.ASC, null, false);

        for (DeliveryStatus status : DeliveryStatus.values()) {
            for (PageRequest page :
                    List.of(two, two.after(new Cursor(at(1), "atm_001")), two.before(new Cursor(at(2), "atm_002")))) {
                DeliveryQuery query = query(Set.of(), Set.of(), status, Set.of(), TimeRange.ANY, page);
                assertThat(one(store.listDeliveries(query))).isEqualTo(one(memory.listDeliveries(query)));
            }
        }
        assertThat(one(store.listDeliveries(DeliveryQuery.of(null, two))))
                .isEqualTo(one(memory.listDeliveries(DeliveryQuery.of(null, two))));
    }

    /** A button "previous" that leads nowhere: everything before the place has succeeded in the meantime. */
    @Test
    void whatNoLongerMatches_isNotBehindAPage() {
        insert(IntStream.range(0, 200).mapToObj(i -> entry(i, false, 0)).toList());
        insert(IntStream.range(0, 190).mapToObj(i -> entry(i, true, 0)).toList());

        Page<Delivery> page = one(store.listDeliveries(query(
                Set.of(),
                Set.of(),
                DeliveryStatus.FAILED,
                Set.of(),
                TimeRange.ANY,
                new PageRequest(10, Direction.ASC, new Cursor(at(189), "atm_189"), false))));

        assertThat(page.items()).hasSize(10);
        assertThat(page.hasPrevious()).isFalse();
        assertThat(page.hasNext()).isFalse();
    }

    @Test
    void whatIsReadByKey_isAsItWasToldLast() {
        insert(List.of(entry(0, false, 0), entry(1, false, 0)));
        insert(List.of(entry(0, true, 1)));
        insert(List.of(entry(0, true, 1)));
        EventKey event = new EventKey("t0", "evt_0");

        assertThat(one(store.retrieveDelivery("t0", "atm_000")))
                .isEqualTo(one(memory.retrieveDelivery(null, "atm_000")));
        assertThat(one(store.latestDelivery("t0", "evt_0", "des_0")).code()).isEqualTo("201");
        assertThat(one(store.retrieveEvent("t0", "evt_0"))).isEqualTo(one(memory.retrieveEvent("t0", "evt_0")));
        assertThat(one(store.destinationStates(List.of(event), PayloadBudget.unlimited())))
                .isEqualTo(one(memory.destinationStates(List.of(event), PayloadBudget.unlimited())));
        assertThat(one(store.retrieveEvents(List.of(event), true, PayloadBudget.unlimited())))
                .isEqualTo(Map.of(event, one(memory.retrieveEvent("t0", "evt_0"))));
    }

    private void insert(List<LogEntry> batch) {
        store.insert(batch).block(PATIENCE);
        memory.insert(batch).block(PATIENCE);
    }

    private static long stored() {
        return Long.parseLong(
                TestClickHouse.query(database, "select count() from attempts").strip());
    }

    static DeliveryQuery query(Random random) {
        PageRequest page = new PageRequest(
                1 + random.nextInt(30),
                random.nextBoolean() ? Direction.ASC : Direction.DESC,
                random.nextInt(3) == 0
                        ? null
                        : new Cursor(at(random.nextInt(300)), "atm_%03d".formatted(random.nextInt(300))),
                random.nextBoolean());
        TimeRange time = random.nextInt(4) == 0
                ? new TimeRange(null, at(random.nextInt(150)), at(150 + random.nextInt(150)), null)
                : TimeRange.ANY;
        return query(
                switch (random.nextInt(3)) {
                    case 0 -> Set.of();
                    case 1 -> Set.of("t" + random.nextInt(3));
                    default -> Set.of("t0", "t1");
                },
                random.nextInt(4) == 0 ? Set.of("evt_" + random.nextInt(100)) : Set.of(),
                status(random.nextInt(4)),
                random.nextInt(3) == 0 ? Set.of("20" + random.nextInt(3)) : Set.of(),
                time,
                page);
    }

    static DeliveryQuery query(
            Set<String> tenants,
            Set<String> events,
            @Nullable DeliveryStatus status,
            Set<String> codes,
            TimeRange time,
            PageRequest page) {
        return DeliveryQuery.of(
                new DeliveryFilter(
                        tenants, events, Set.of(), Set.of(), Set.of(), status, codes, null, time, TimeRange.ANY),
                page,
                true,
                true);
    }

    private static DeliveryQuery topic(String tenant, String topic, PageRequest page) {
        return DeliveryQuery.of(
                new DeliveryFilter(
                        Set.of(tenant),
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        Set.of(topic),
                        null,
                        Set.of(),
                        null,
                        TimeRange.ANY,
                        TimeRange.ANY),
                page,
                true,
                true);
    }

    private static List<PageRequest> pages(int limit, Random random) {
        PageRequest first = new PageRequest(limit, Direction.DESC, null, false);
        int place = random.nextInt(60);
        Cursor cursor = new Cursor(at(place), "atm_%03d".formatted(place));
        return List.of(first, first.after(cursor), first.before(cursor));
    }

    private static @Nullable DeliveryStatus status(int which) {
        return switch (which) {
            case 0 -> DeliveryStatus.SUCCESS;
            case 1 -> DeliveryStatus.FAILED;
            default -> null;
        };
    }

    /** Ten of them share an instant. */
    private static Instant at(int i) {
        return START.plusMillis(i / 10);
    }

    static LogEntry entry(int i, boolean success, int code) {
        return entry(i, success, code, "topic");
    }

    private static LogEntry entry(int i, boolean success, int code, String topic) {
        Event event = new Event(
                "evt_" + i / 3,
                "t" + i / 3 % 3,
                null,
                List.of("des_" + i % 3),
                topic,
                true,
                START.plusMillis(i / 3),
                Map.of(),
                "{}");
        return new LogEntry(
                event,
                new Delivery(
                        "atm_%03d".formatted(i),
                        "des_" + i % 3,
                        "webhook",
                        success ? DeliveryStatus.SUCCESS : DeliveryStatus.FAILED,
                        at(i),
                        1 + i % 2,
                        false,
                        "20" + code,
                        "{\"code\":" + code + "}",
                        code,
                        event),
                null);
    }

    private static <T> T one(Mono<T> mono) {
        return Objects.requireNonNull(mono.block(PATIENCE));
    }
}
