package dev.postern.logstore;

import static dev.postern.logstore.LogEntries.START;
import static dev.postern.logstore.LogEntries.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.model.Cursor;
import dev.postern.model.Delivery;
import dev.postern.model.LogEntry;
import dev.postern.model.Page;
import dev.postern.model.PageRequest;
import dev.postern.model.PageRequest.Direction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * What every log does: this, how pages follow one another, and the contracts it builds on. An adapter's test says
 * how to make an empty one for each test.
 */
public abstract class LogStoreContract extends LogBudgetContract {

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
        UnaryDeliveryQuery two = query -> DeliveryFilters.any()
                .destinations("des_0", "des_2")
                .tenants("t1", "t2")
                .query(query.page());
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

    private static void assertPage(Page<Delivery> page, List<String> ids, boolean next, boolean previous) {
        assertThat(page.items()).extracting(Delivery::id).isEqualTo(ids);
        assertThat(page.hasNext()).isEqualTo(next);
        assertThat(page.hasPrevious()).isEqualTo(previous);
    }
}
