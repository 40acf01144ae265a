package dev.postern.logstore;

import static dev.postern.logstore.LogEntries.START;
import static dev.postern.logstore.LogEntries.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.model.Cursor;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.EventKey;
import dev.postern.model.LogEntry;
import dev.postern.model.Page;
import dev.postern.model.PageRequest;
import dev.postern.model.TimeRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What lists have in them. */
public abstract class LogListContract extends LogRetrievalContract {

    @Test
    void lists_leaveOutWhatIsNotAskedFor() {
        insert(List.of(entry("t1", "a").build()));
        DeliveryQuery bare = DeliveryFilters.any().tenants("t1").query(PageRequest.first(1));

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
                queries.add(both.query(PageRequest.first(1_000)));
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
        assertThat(one(deliveries().listDeliveries(queries.subList(0, 40), PayloadBudget.unlimited())))
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

        List<Page<Delivery>> batch = one(deliveries().listDeliveries(queries, PayloadBudget.unlimited()));

        assertThat(batch).isEqualTo(queries.stream().map(this::list).toList());
        assertThat(one(deliveries().listDeliveries(List.<DeliveryQuery>of(), PayloadBudget.unlimited())))
                .isEmpty();
        List<EventQuery> eventQueries = IntStream.range(0, 10)
                .mapToObj(i -> EventQuery.of("t" + i % 4, PageRequest.first(1 + i % 2)))
                .toList();
        assertThat(one(events().listEvents(eventQueries, PayloadBudget.unlimited())))
                .isEqualTo(eventQueries.stream().map(this::list).toList());
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
            String[] texts = wanted.toArray(String[]::new);
            for (DeliveryFilters filter : List.of(
                    DeliveryFilters.any().tenants(texts),
                    DeliveryFilters.any().events(texts),
                    DeliveryFilters.any().destinations(texts),
                    DeliveryFilters.any().types(texts),
                    DeliveryFilters.any().topics(texts),
                    DeliveryFilters.any().codes(texts))) {
                assertThat(list(filter.query(PageRequest.first(9))).items())
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
        assertThat(one(events().retrieveEvents(
                                List.of(key, new EventKey("t1", "evt_b")), false, PayloadBudget.unlimited())))
                .hasSize(2);
        assertThat(one(events().destinationStates(List.of(key, new EventKey("t1", "evt_b")), PayloadBudget.unlimited()))
                        .keySet())
                .hasSize(2);
        assertThat(list(DeliveryQuery.of(
                                odd, PageRequest.first(9).after(new Cursor(START.plusMillis(1), "atm_" + odd))))
                        .items())
                .hasSize(1);
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
}
