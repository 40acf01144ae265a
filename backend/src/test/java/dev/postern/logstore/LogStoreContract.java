package dev.postern.logstore;

import static dev.postern.logstore.LogEntries.START;
import static dev.postern.logstore.LogEntries.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.logstore.EventReader.DestinationState;
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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What every log does. An adapter's test says how to make an empty one for each test. */
public abstract class LogStoreContract {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    protected abstract LogWriter writer();

    protected abstract EventReader events();

    protected abstract DeliveryReader deliveries();

    /** How finely the log keeps times. */
    protected TimeResolution times() {
        return TimeResolution.MICROSECONDS;
    }

    /** Whether the log tells an empty code from none. */
    protected boolean keepsEmptyCodes() {
        return true;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 1_001, 10_000})
    void insert_ofManyEntries_keepsThemAll(int count) {
        insert(IntStream.range(0, count)
                .mapToObj(i ->
                        entry("t1", "%05d".formatted(i)).at(START.plusMillis(i)).build())
                .toList());

        Page<Delivery> page = list(DeliveryQuery.of("t1", PageRequest.first(1_000)));
        assertThat(page.items()).hasSize(Math.min(count, 1_000));
        assertThat(page.items().getFirst().id()).isEqualTo("atm_%05d".formatted(count - 1));
        assertThat(page.hasNext()).isEqualTo(count > 1_000);
        assertThat(walk(deliveryPages(query -> query), Direction.ASC, 1_000, false))
                .hasSize(count);
    }

    @Test
    void insert_ofNothing_isNoError() {
        insert(List.of());
    }

    /** A batch was stored, but the process died before it told the queue so. */
    @Test
    void insert_ofTheSameBatchAgain_changesNothing() {
        List<LogEntry> batch = List.of(
                entry("t1", "a").build(),
                entry("t1", "b").at(START.plusMillis(1)).build());
        insert(batch);
        insert(batch);

        assertThat(list(DeliveryQuery.of("t1", PageRequest.first(10))).items())
                .extracting(Delivery::id)
                .containsExactly("atm_b", "atm_a");
        assertThat(list(EventQuery.of("t1", PageRequest.first(10))).items()).hasSize(2);
    }

    /** A message came twice from the queue, into one batch; it was delivered twice, with different luck. */
    @Test
    void insert_ofTheSameIdTwiceInABatch_keepsTheLast() {
        insert(List.of(
                entry("t1", "a").outcome(DeliveryStatus.FAILED, "500", "{}").build(),
                entry("t1", "a")
                        .outcome(DeliveryStatus.SUCCESS, "201", "{\"ok\":true}")
                        .latency(7)
                        .build()));

        Delivery delivery = one(deliveries().retrieveDelivery("t1", "atm_a"));
        assertThat(delivery.status()).isEqualTo(DeliveryStatus.SUCCESS);
        assertThat(delivery.code()).isEqualTo("201");
        assertThat(delivery.response()).isEqualTo("{\"ok\":true}");
        assertThat(delivery.latencyMs()).isEqualTo(7);
        assertThat(list(DeliveryQuery.of("t1", PageRequest.first(10))).items()).hasSize(1);
    }

    @Test
    void insert_ofTheSameIdAgain_keepsTheLastOutcome() {
        insert(List.of(
                entry("t1", "a").outcome(DeliveryStatus.FAILED, "500", "{}").build()));
        insert(List.of(
                entry("t1", "a").outcome(DeliveryStatus.SUCCESS, "200", "{}").build()));

        assertThat(one(deliveries().retrieveDelivery("t1", "atm_a")).status()).isEqualTo(DeliveryStatus.SUCCESS);
    }

    /** Two workers: the one with the second attempt writes first. */
    @Test
    void insert_ofALaterAttemptBeforeTheEvent_isNoError() {
        insert(List.of(entry("t1", "b")
                .event("evt_a")
                .attempt(2, false)
                .at(START.plusSeconds(5))
                .build()));
        assertThat(none(events().retrieveEvent("t1", "evt_a"))).isTrue();
        assertThat(one(deliveries().retrieveDelivery("t1", "atm_b")).event().data())
                .isEqualTo("{\"b\":1,\"a\":2}");

        insert(List.of(entry("t1", "a").build()));
        assertThat(one(events().retrieveEvent("t1", "evt_a")).topic()).isEqualTo("user.created");
    }

    /** An event at two destinations makes two entries. */
    @Test
    void insert_ofSeveralDeliveriesOfAnEvent_keepsTheEventOnce() {
        insert(List.of(
                entry("t1", "a").build(),
                entry("t1", "b").event("evt_a").destination("des_2").build()));

        assertThat(list(EventQuery.of("t1", PageRequest.first(10))).items()).hasSize(1);
        assertThat(list(DeliveryQuery.of("t1", PageRequest.first(10))).items()).hasSize(2);
    }

    /** Assembly does no I/O: a batch that is thrown away is not written. */
    @Test
    void insert_unsubscribed_writesNothing() {
        Mono<Void> unused = writer().insert(List.of(entry("t1", "a").build()));

        assertThat(unused).isNotNull();
        assertThat(list(DeliveryQuery.of("t1", PageRequest.first(10))).items()).isEmpty();
    }

    /** Old or foreign writers, and attempts that got no answer. */
    @Test
    void nulls_areReadAsNulls() {
        insert(List.of(
                entry("t1", "a")
                        .outcome(DeliveryStatus.FAILED, null, null)
                        .latency(null)
                        .build(),
                entry("t1", "b").outcome(DeliveryStatus.FAILED, "", "null").build()));

        Delivery bare = one(deliveries().retrieveDelivery("t1", "atm_a"));
        assertThat(bare.code()).isNull();
        assertThat(bare.response()).isNull();
        assertThat(bare.latencyMs()).isNull();
        Delivery empty = one(deliveries().retrieveDelivery("t1", "atm_b"));
        assertThat(empty.code()).isEqualTo(keepsEmptyCodes() ? "" : null);
        assertThat(empty.response()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "null",
                "true",
                "\"text\"",
                "0",
                "-0",
                "1.10",
                "1e400",
                "1180591620717411303424",
                "{\"z\":1,\"a\":{\"y\":[1,2,{\"x\":null}],\"b\":\"\"}}",
                "{ \"white\" :\t[ 1 ,\n 2 ]  }",
                "{\"a\":1,\"a\":2}",
                "\"ünïcödé 漢字 😀 \u2028 \ufeff \\u0000 \\ud800 \\\" \\\\ {,}\"",
                "\"'; drop table events; --\"",
                "\"$1 :name {0} ?\""
            })
    void payloads_areReadByteForByte(String json) {
        insert(List.of(entry("t1", "a")
                .data(json)
                .outcome(DeliveryStatus.SUCCESS, "200", json)
                .build()));

        assertThat(one(events().retrieveEvent("t1", "evt_a")).data()).isEqualTo(json);
        Delivery delivery = one(deliveries().retrieveDelivery("t1", "atm_a"));
        assertThat(delivery.event().data()).isEqualTo(json);
        assertThat(delivery.response()).isEqualTo(json.equals("null") ? null : json);
    }

    @Test
    void metadata_isReadAsWritten() {
        Map<String, String> metadata = new LinkedHashMap<>();
        metadata.put("", "empty key");
        metadata.put("quote\"s", "back\\slash, {brace}");
        metadata.put("ünïcödé", "漢字 😀\n\t");
        metadata.put("null", "null");
        insert(List.of(
                entry("t1", "a").metadata(metadata).build(),
                entry("t1", "b").metadata(Map.of()).build()));

        assertThat(one(events().retrieveEvent("t1", "evt_a")).metadata()).isEqualTo(metadata);
        assertThat(one(deliveries().retrieveDelivery("t1", "atm_a")).event().metadata())
                .isEqualTo(metadata);
        assertThat(one(events().retrieveEvent("t1", "evt_b")).metadata()).isEmpty();
    }

    /** A publisher that is not ours let one in; the other entries of the batch must not suffer. */
    @Test
    void nulCharacters_areReplaced() {
        insert(List.of(
                entry("t1", "a")
                        .metadata(Map.of("k\0", "v\0"))
                        .topic("to\0pic")
                        .outcome(DeliveryStatus.FAILED, "c\0", "\"\0\"")
                        .build(),
                entry("t1", "b\0").build(),
                entry("t1", "c").build()));

        Event event = one(events().retrieveEvent("t1", "evt_a"));
        assertThat(event.metadata()).isEqualTo(Map.of("k\ufffd", "v\ufffd"));
        assertThat(event.topic()).isEqualTo("to\ufffdpic");
        assertThat(one(deliveries().retrieveDelivery("t1", "atm_b\0")).id()).isEqualTo("atm_b\ufffd");
        assertThat(one(deliveries().retrieveDelivery("t1", "atm_c")).id()).isEqualTo("atm_c");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-01-01T00:00:00.123456Z",
                "1969-12-31T23:59:59.999999Z",
                "0001-01-01T00:00:00Z",
                "9999-12-31T23:59:59.999999Z",
                "-1000000000-01-01T00:00:00Z",
                "+1000000000-12-31T23:59:59.999999999Z"
            })
    void times_areKeptAsTheStoreCan(String time) {
        Instant at = Instant.parse(time);
        insert(List.of(entry("t1", "a").at(at).build()));

        assertThat(one(events().retrieveEvent("t1", "evt_a")).time()).isEqualTo(times().stored(at));
        Delivery delivery = one(deliveries().retrieveDelivery("t1", "atm_a"));
        assertThat(delivery.time()).isEqualTo(times().stored(at));
        assertThat(delivery.event().time()).isEqualTo(times().stored(at));
        assertThat(list(DeliveryQuery.of("t1", PageRequest.first(1).after(new Cursor(at, "zzz"))))
                        .items())
                .hasSize(1);
    }

    @Test
    void retrieveEvent_givesTheWholeEvent() {
        LogEntries entry = entry("t1", "a").at(START.plusNanos(1_000));
        Event stored = StoredForm.of(entry.event(), times());
        insert(List.of(entry.build()));

        assertThat(one(events().retrieveEvent("t1", "evt_a"))).isEqualTo(stored);
        assertThat(one(events().retrieveEvent(null, "evt_a"))).isEqualTo(stored);
        assertThat(none(events().retrieveEvent("t1", "evt_b"))).isTrue();
        assertThat(none(events().retrieveEvent("t1", "' or 1=1 --\0"))).isTrue();
    }

    @Test
    void retrieveDelivery_givesTheWholeDelivery() {
        LogEntry entry = entry("t1", "a").build();
        insert(List.of(entry));

        Delivery stored = StoredForm.of(entry.delivery(), StoredForm.of(entry.event(), times()), times());
        assertThat(one(deliveries().retrieveDelivery("t1", "atm_a"))).isEqualTo(stored);
        assertThat(one(deliveries().retrieveDelivery(null, "atm_a"))).isEqualTo(stored);
        assertThat(none(deliveries().retrieveDelivery("t1", "evt_a"))).isTrue();
    }

    /** Two tenants chose the same ids. */
    @Test
    void equalIdsInTwoTenants_areStrangers() {
        insert(List.of(
                entry("t1", "a").data("1").build(),
                entry("t2", "a").data("2").at(START.plusMillis(1)).build()));

        assertThat(one(events().retrieveEvent("t1", "evt_a")).data()).isEqualTo("1");
        assertThat(one(events().retrieveEvent("t2", "evt_a")).data()).isEqualTo("2");
        assertThat(none(events().retrieveEvent("t3", "evt_a"))).isTrue();
        assertThat(one(deliveries().retrieveDelivery("t1", "atm_a")).event().data())
                .isEqualTo("1");
        assertThat(one(deliveries().latestDelivery("t2", "evt_a", "des_1"))
                        .event()
                        .data())
                .isEqualTo("2");
        assertThat(none(deliveries().latestDelivery("t3", "evt_a", "des_1"))).isTrue();
        assertThat(one(events().retrieveEvents(
                                List.of(new EventKey("t1", "evt_a"), new EventKey("t3", "evt_a")), true)))
                .containsOnlyKeys(new EventKey("t1", "evt_a"));
        assertThat(one(events().destinationStates(List.of(new EventKey("t1", "evt_a"))))
                        .values())
                .singleElement()
                .satisfies(states ->
                        assertThat(states).extracting(DestinationState::count).containsExactly(1));
        assertThat(list(deliveryQuery(query -> Set.of("evt_a"), "t1")).items())
                .extracting(Delivery::tenantId)
                .containsExactly("t1");
    }

    /** Two tenants' rows with one id at one microsecond are the one thing that can't both be kept. */
    @Test
    protected void equalIdsAtOneInstant_neverTouchTheOtherTenants() {
        insert(List.of(entry("t1", "a").data("1").build()));
        insert(List.of(entry("t2", "a")
                .data("2")
                .outcome(DeliveryStatus.FAILED, "500", "{}")
                .build()));

        Delivery first = one(deliveries().retrieveDelivery("t1", "atm_a"));
        assertThat(first.status()).isEqualTo(DeliveryStatus.SUCCESS);
        assertThat(first.event().data()).isEqualTo("1");
    }

    @Test
    void retrieveEvents_givesThoseThatExist() {
        insert(List.of(
                entry("t1", "a").build(),
                entry("t1", "b").at(START.plusMillis(1)).build()));
        EventKey a = new EventKey("t1", "evt_a");
        EventKey b = new EventKey("t1", "evt_b");
        EventKey c = new EventKey("t1", "evt_c");

        Map<EventKey, Event> whole = one(events().retrieveEvents(List.of(b, c, a, b), true));
        assertThat(whole).containsOnlyKeys(a, b);
        assertThat(Objects.requireNonNull(whole.get(a)).data()).isEqualTo("{\"b\":1,\"a\":2}");
        assertThat(one(events().retrieveEvents(List.of(a), false)).values())
                .singleElement()
                .extracting(Event::data)
                .isNull();
        assertThat(one(events().retrieveEvents(List.of(), true))).isEmpty();
    }

    @Test
    void destinationStates_countsAndShowsTheNewest() {
        insert(List.of(
                entry("t1", "a1")
                        .event("evt_a")
                        .outcome(DeliveryStatus.FAILED, "500", "{}")
                        .build(),
                entry("t1", "a2")
                        .event("evt_a")
                        .at(START.plusSeconds(1))
                        .eventAt(START)
                        .attempt(2, false)
                        .build(),
                entry("t1", "a3").event("evt_a").destination("des_2").build(),
                entry("t1", "b1").event("evt_b").build()));
        EventKey a = new EventKey("t1", "evt_a");
        EventKey c = new EventKey("t1", "evt_c");

        Map<EventKey, List<DestinationState>> states = one(events().destinationStates(List.of(a, c)));

        assertThat(states).containsOnlyKeys(a);
        List<DestinationState> found = Objects.requireNonNull(states.get(a));
        assertThat(found).extracting(state -> state.latest().destinationId()).containsExactly("des_1", "des_2");
        assertThat(found).extracting(DestinationState::count).containsExactly(2, 1);
        assertThat(found.getFirst().latest().id()).isEqualTo("atm_a2");
        assertThat(found.getFirst().latest().event().data()).isNull();
        assertThat(found.getFirst().latest().response()).isNull();
        assertThat(one(events().destinationStates(List.of()))).isEmpty();
    }

    /** The retry dispatcher asks how far an event has come. */
    @Test
    void latestDelivery_isTheNewestAtTheDestination() {
        insert(List.of(
                entry("t1", "a1").event("evt_a").build(),
                entry("t1", "a2")
                        .event("evt_a")
                        .at(START.plusSeconds(1))
                        .attempt(2, true)
                        .build(),
                entry("t1", "a3")
                        .event("evt_a")
                        .at(START.plusSeconds(2))
                        .destination("des_2")
                        .build()));

        Delivery latest = one(deliveries().latestDelivery("t1", "evt_a", "des_1"));
        assertThat(latest.attemptNumber()).isEqualTo(2);
        assertThat(latest.manual()).isTrue();
        assertThat(latest.event().data()).isEqualTo("{\"b\":1,\"a\":2}");
        assertThat(none(deliveries().latestDelivery("t1", "evt_a", "des_3"))).isTrue();
    }

    @Test
    void lists_leaveOutWhatIsNotAskedFor() {
        insert(List.of(entry("t1", "a").build()));
        DeliveryQuery bare = DeliveryFilters.NONE.query("t1", PageRequest.first(1), false, false);

        assertThat(list(bare).items()).singleElement().satisfies(delivery -> {
            assertThat(delivery.event().data()).isNull();
            assertThat(delivery.response()).isNull();
            assertThat(delivery.event().metadata()).isNotEmpty();
        });
    }

    /** Every filter of the API, and every two together, over rows that differ in all that can be filtered by. */
    @Test
    void listDeliveries_byEveryFilterAndPair_givesWhatMatches() {
        List<LogEntry> entries = varied();
        insert(entries);
        List<DeliveryFilters> filters = DeliveryFilters.all();
        List<DeliveryQuery> queries = new ArrayList<>();
        List<List<String>> expected = new ArrayList<>();
        for (DeliveryFilters one : filters) {
            for (DeliveryFilters other : filters) {
                DeliveryFilters both = one.and(other);
                queries.add(both.query(null, PageRequest.first(1_000), false, false));
                expected.add(ids(entries, both.matches()));
            }
        }

        for (int i = 0; i < queries.size(); i++) {
            assertThat(list(queries.get(i)).items())
                    .as("%s", queries.get(i))
                    .extracting(Delivery::id)
                    .containsExactlyElementsOf(expected.get(i));
        }
        // A batch of forms as different as no query makes them.
        assertThat(one(deliveries().listDeliveries(queries.subList(0, 40))))
                .extracting(page -> page.items().stream().map(Delivery::id).toList())
                .isEqualTo(expected.subList(0, 40));
        assertThat(expected.stream().filter(List::isEmpty).count()).isLessThan(expected.size() / 2);
    }

    @Test
    void listEvents_byEveryFilterAndPair_givesWhatMatches() {
        insert(varied());
        List<Event> all = list(EventQuery.of(null, PageRequest.first(1_000))).items();
        assertThat(all).hasSize(60);
        for (EventFilters one : EventFilters.all()) {
            for (EventFilters other : EventFilters.all()) {
                EventFilters both = one.and(other);
                assertThat(list(both.query(PageRequest.first(1_000))).items())
                        .as("%s", both)
                        .containsExactlyElementsOf(
                                all.stream().filter(both.matches()).toList());
            }
        }
    }

    /** Pages of any size, either way, over rows of equal times, of microseconds, and apart. */
    @ParameterizedTest
    @EnumSource(Direction.class)
    void pages_neitherSkipNorRepeat(Direction direction) {
        List<LogEntry> entries = new ArrayList<>();
        for (int i = 0; i < 2_400; i++) {
            Instant time = START.plusNanos(1_000L * (i < 1_000 ? 0 : i < 2_000 ? i : 1_000_000L * i));
            entries.add(entry("t1", "%04d".formatted(i))
                    .at(time)
                    .destination("des_" + i % 3)
                    .build());
        }
        insert(entries);
        List<String> expected =
                entries.stream().map(entry -> entry.delivery().id()).toList();
        List<String> ordered = direction == Direction.ASC ? expected : expected.reversed();

        for (int limit : List.of(7, 100, 999, 1_000)) {
            for (boolean backward : List.of(false, true)) {
                assertThat(walk(deliveryPages(query -> query), direction, limit, backward))
                        .isEqualTo(ordered);
            }
        }
        // The same through filters that are read as several lists.
        UnaryDeliveryQuery two = query -> new DeliveryFilters(
                        Set.of(),
                        Set.of("des_0", "des_2"),
                        Set.of(),
                        Set.of(),
                        null,
                        Set.of(),
                        null,
                        TimeRange.ANY,
                        TimeRange.ANY,
                        Set.of("t1", "t2"))
                .query(null, query.page(), false, false);
        List<String> some = entries.stream()
                .filter(entry -> !entry.delivery().destinationId().equals("des_1"))
                .map(entry -> entry.delivery().id())
                .toList();
        for (boolean backward : List.of(false, true)) {
            assertThat(walk(deliveryPages(two), direction, 100, backward))
                    .isEqualTo(direction == Direction.ASC ? some : some.reversed());
        }
        assertThat(walk(
                        page -> list(EventQuery.of("t1", page)).map(event -> new Cursor(event.time(), event.id())),
                        direction,
                        333,
                        false))
                .hasSize(2_400)
                .doesNotHaveDuplicates();
    }

    /** Newer rows arrive while a reader goes on to older ones. */
    @Test
    void pages_whileRowsAreInserted_giveEachOldRowOnce() {
        insert(IntStream.range(0, 100)
                .mapToObj(i -> entry("t1", "%03d".formatted(i))
                        .at(START.plusNanos(i / 10 * 1_000L))
                        .build())
                .toList());
        List<String> seen = new ArrayList<>();
        PageRequest request = PageRequest.first(9);
        for (int i = 0; ; i++) {
            Page<Delivery> page = list(DeliveryQuery.of("t1", request));
            page.items().forEach(delivery -> seen.add(delivery.id()));
            insert(List.of(entry("t1", "new" + i).at(START.plusSeconds(i + 1)).build()));
            if (!page.hasNext()) {
                break;
            }
            request = request.after(place(page.items().getLast()));
        }

        assertThat(seen).hasSize(100).doesNotHaveDuplicates();
    }

    /** Relay's page info is exact: no "next" button that leads nowhere. */
    @Test
    void pages_tellWhetherThereIsMore() {
        insert(IntStream.range(0, 4)
                .mapToObj(i -> entry("t1", "" + i).at(START.plusMillis(i)).build())
                .toList());
        Page<Delivery> first = list(DeliveryQuery.of("t1", PageRequest.first(2)));
        assertPage(first, List.of("atm_3", "atm_2"), true, false);
        Page<Delivery> second = list(DeliveryQuery.of(
                "t1", PageRequest.first(2).after(place(first.items().getLast()))));
        assertPage(second, List.of("atm_1", "atm_0"), false, true);
        Page<Delivery> back = list(DeliveryQuery.of(
                "t1", PageRequest.first(2).before(place(second.items().getFirst()))));
        assertPage(back, List.of("atm_3", "atm_2"), true, false);
        assertPage(
                list(DeliveryQuery.of("t1", new PageRequest(3, Direction.DESC, null, true))),
                List.of("atm_2", "atm_1", "atm_0"),
                false,
                true);

        Cursor beforeAll = new Cursor(START.plusSeconds(9), "x");
        assertPage(
                list(DeliveryQuery.of("t1", PageRequest.first(9).after(beforeAll))),
                List.of("atm_3", "atm_2", "atm_1", "atm_0"),
                false,
                false);
        assertPage(list(DeliveryQuery.of("t1", PageRequest.first(9).before(beforeAll))), List.of(), true, false);
        Cursor afterAll = new Cursor(START.minusSeconds(9), "x");
        assertPage(list(DeliveryQuery.of("t1", PageRequest.first(9).after(afterAll))), List.of(), false, true);
        assertPage(list(DeliveryQuery.of("t2", PageRequest.first(9).after(afterAll))), List.of(), false, false);
    }

    /** A page of events, each with its own page of deliveries. */
    @Test
    void listsOfSeveralQueries_equalTheSingleOnes() {
        insert(varied());
        List<DeliveryQuery> queries = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            String event = "evt_" + i;
            queries.add(deliveryQuery(query -> Set.of(event), i % 2 == 0 ? "t0" : "t1"));
            queries.add(DeliveryQuery.of("t" + i % 3, PageRequest.first(i + 1)));
            queries.add(DeliveryQuery.of("t1", PageRequest.first(3).after(new Cursor(START.plusMillis(i), "x"))));
        }

        List<Page<Delivery>> batch = one(deliveries().listDeliveries(queries));

        assertThat(batch).isEqualTo(queries.stream().map(this::list).toList());
        assertThat(one(deliveries().listDeliveries(List.<DeliveryQuery>of()))).isEmpty();
        List<EventQuery> eventQueries = IntStream.range(0, 10)
                .mapToObj(i -> EventQuery.of("t" + i % 4, PageRequest.first(1 + i % 2)))
                .toList();
        assertThat(one(events().listEvents(eventQueries)))
                .isEqualTo(eventQueries.stream().map(this::list).toList());
    }

    /** A backfill: ClickHouse keeps each month apart, and takes no more than 100 at once unless told so. */
    @Test
    void insert_ofEntriesFromManyMonths_keepsThemAll() {
        insert(IntStream.range(0, 300)
                .mapToObj(i -> entry("t1", "%03d".formatted(i))
                        .at(START.minus(Duration.ofDays(31L * i)))
                        .build())
                .toList());

        assertThat(list(DeliveryQuery.of("t1", PageRequest.first(1_000))).items())
                .hasSize(300);
        assertThat(list(EventQuery.of("t1", PageRequest.first(1_000))).items()).hasSize(300);
    }

    /** A value is never part of a statement, whatever is in it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "'",
                "\\",
                "\\'",
                "' or 1=1 --",
                "'); drop table events; --",
                "\"`{0} {v0:String} $1 :p ?",
                "\t\n\r\b",
                "\\N",
                "%_*",
                "ü漢字😀\u2028",
                "a,b\"],['c",
                "a\0b"
            })
    void filters_takeAnyText(String odd) {
        LogEntry entry = entry(odd, odd)
                .event(odd)
                .destination(odd)
                .type(odd)
                .topic(odd)
                .outcome(DeliveryStatus.SUCCESS, odd, "{}")
                .build();
        insert(List.of(entry, entry("t1", "b").at(START.plusMillis(1)).build()));
        String id = StoredForm.text("atm_" + odd);
        Set<String> one = Set.of(odd);
        Set<String> both = Set.of(odd, "x");
        for (Set<String> wanted : List.of(one, both)) {
            for (DeliveryFilter filter : List.of(
                    filter(wanted, Set.of(), Set.of(), Set.of(), Set.of(), Set.of()),
                    filter(Set.of(), wanted, Set.of(), Set.of(), Set.of(), Set.of()),
                    filter(Set.of(), Set.of(), wanted, Set.of(), Set.of(), Set.of()),
                    filter(Set.of(), Set.of(), Set.of(), wanted, Set.of(), Set.of()),
                    filter(Set.of(), Set.of(), Set.of(), Set.of(), wanted, Set.of()),
                    filter(Set.of(), Set.of(), Set.of(), Set.of(), Set.of(), wanted))) {
                assertThat(list(DeliveryQuery.of(filter, PageRequest.first(9), false, false))
                                .items())
                        .as("%s", filter)
                        .extracting(Delivery::id)
                        .containsExactly(id);
            }
            for (EventFilter filter : List.of(
                    new EventFilter(wanted, Set.of(), Set.of(), Set.of(), TimeRange.ANY),
                    new EventFilter(Set.of(), wanted, Set.of(), Set.of(), TimeRange.ANY),
                    new EventFilter(Set.of(), Set.of(), wanted, Set.of(), TimeRange.ANY),
                    new EventFilter(Set.of(), Set.of(), Set.of(), wanted, TimeRange.ANY))) {
                assertThat(list(EventQuery.of(filter, PageRequest.first(9), false))
                                .items())
                        .as("%s", filter)
                        .extracting(Event::id)
                        .containsExactly(StoredForm.text(odd));
            }
        }
        assertThat(one(deliveries().retrieveDelivery(odd, "atm_" + odd)).id()).isEqualTo(id);
        assertThat(one(deliveries().latestDelivery(odd, odd, odd)).id()).isEqualTo(id);
        EventKey key = new EventKey(odd, odd);
        assertThat(one(events().retrieveEvents(List.of(key, new EventKey("t1", "evt_b")), false)))
                .hasSize(2);
        assertThat(one(events().destinationStates(List.of(key, new EventKey("t1", "evt_b"))))
                        .keySet())
                .hasSize(2);
        assertThat(list(DeliveryQuery.of(
                                odd, PageRequest.first(9).after(new Cursor(START.plusMillis(1), "atm_" + odd))))
                        .items())
                .hasSize(1);
    }

    /** Writers go on while a reader walks from page to page: what was there at first comes once each. */
    @Test
    void pages_whileOthersInsert_giveEachOldRowOnce() {
        List<LogEntry> old = IntStream.range(0, 3_000)
                .mapToObj(i -> entry("t1", "old%04d".formatted(i))
                        .at(START.plusMillis(i / 1_500))
                        .build())
                .toList();
        insert(old);
        AtomicBoolean read = new AtomicBoolean();
        Mono<Void> writing = Flux.range(0, 10_000)
                .takeWhile(i -> !read.get())
                .concatMap(i -> writer().insert(List.of(
                        entry("t1", "new%05d".formatted(i))
                                .at(START.plusMillis(i % 3))
                                .build(),
                        old.get(i % 3_000))))
                .then()
                .cache();
        writing.subscribe();
        try {
            for (Direction direction : Direction.values()) {
                assertThat(walkIds(direction, 250))
                        .filteredOn(id -> id.startsWith("atm_old"))
                        .hasSize(3_000)
                        .doesNotHaveDuplicates();
            }
        } finally {
            // Until its last insert has ended: it would be found in the next test.
            read.set(true);
            writing.block(PATIENCE);
        }
    }

    private List<String> walkIds(Direction direction, int limit) {
        List<String> ids = new ArrayList<>();
        PageRequest request = new PageRequest(limit, direction, null, false);
        while (true) {
            Page<Delivery> page = list(DeliveryQuery.of(DeliveryFilter.ANY, request, false, false));
            page.items().forEach(delivery -> ids.add(delivery.id()));
            if (!page.hasNext()) {
                return ids;
            }
            request = request.after(place(page.items().getLast()));
        }
    }

    private static DeliveryFilter filter(
            Set<String> tenants,
            Set<String> events,
            Set<String> destinations,
            Set<String> types,
            Set<String> topics,
            Set<String> codes) {
        return new DeliveryFilter(
                tenants, events, destinations, types, topics, null, codes, null, TimeRange.ANY, TimeRange.ANY);
    }

    private List<LogEntry> varied() {
        return IntStream.range(0, 60)
                .mapToObj(i -> entry("t" + i % 3, "" + i)
                        .at(START.plusMillis(i))
                        .eventAt(START.plusSeconds(i / 10))
                        .destination("des_" + i % 4)
                        .type(i % 5 == 0 ? "aws_sqs" : "webhook")
                        .topic("topic." + i % 2)
                        .outcome(
                                i % 7 == 0 ? DeliveryStatus.FAILED : DeliveryStatus.SUCCESS,
                                i % 11 == 0 ? null : "" + (200 + i % 3),
                                "{}")
                        .attempt(i % 6 == 0 ? 0 : 1, i % 6 == 0)
                        .build())
                .toList();
    }

    private static List<String> ids(List<LogEntry> entries, Predicate<Delivery> filter) {
        return entries.reversed().stream()
                .map(LogEntry::delivery)
                .filter(filter)
                .map(Delivery::id)
                .toList();
    }

    private static DeliveryQuery deliveryQuery(Function<String, Set<String>> eventIds, String tenant) {
        return new DeliveryQuery(
                Set.of(tenant),
                eventIds.apply(tenant),
                Set.of(),
                Set.of(),
                Set.of(),
                null,
                Set.of(),
                null,
                TimeRange.ANY,
                TimeRange.ANY,
                PageRequest.first(10),
                true,
                true);
    }

    private Function<PageRequest, Page<Cursor>> deliveryPages(UnaryDeliveryQuery change) {
        return page -> list(change.apply(DeliveryQuery.of("t1", page))).map(LogStoreContract::place);
    }

    /** The ids of all pages, in the list's order; every page's flags are checked on the way. */
    private static List<String> walk(
            Function<PageRequest, Page<Cursor>> list, Direction direction, int limit, boolean backward) {
        List<List<Cursor>> pages = new ArrayList<>();
        PageRequest request = new PageRequest(limit, direction, null, backward);
        while (true) {
            Page<Cursor> page = list.apply(request);
            assertThat(backward ? page.hasNext() : page.hasPrevious()).isEqualTo(!pages.isEmpty());
            pages.add(page.items());
            if (!(backward ? page.hasPrevious() : page.hasNext())) {
                break;
            }
            assertThat(page.items()).hasSize(limit);
            request = backward
                    ? request.before(page.items().getFirst())
                    : request.after(page.items().getLast());
        }
        return (backward ? pages.reversed() : pages)
                .stream().flatMap(List::stream).map(Cursor::id).toList();
    }

    private static void assertPage(Page<Delivery> page, List<String> ids, boolean next, boolean previous) {
        assertThat(page.items()).extracting(Delivery::id).isEqualTo(ids);
        assertThat(page.hasNext()).isEqualTo(next);
        assertThat(page.hasPrevious()).isEqualTo(previous);
    }

    private static Cursor place(Delivery delivery) {
        return new Cursor(delivery.time(), delivery.id());
    }

    private Page<Delivery> list(DeliveryQuery query) {
        return one(deliveries().listDeliveries(query));
    }

    private Page<Event> list(EventQuery query) {
        return one(events().listEvents(query));
    }

    private void insert(List<LogEntry> entries) {
        writer().insert(entries).block(PATIENCE);
    }

    private static <T> T one(Mono<T> mono) {
        return Objects.requireNonNull(mono.block(PATIENCE));
    }

    private static <T> boolean none(Mono<T> mono) {
        @Nullable T found = mono.block(PATIENCE);
        return found == null;
    }

    @FunctionalInterface
    private interface UnaryDeliveryQuery extends Function<DeliveryQuery, DeliveryQuery> {}
}
