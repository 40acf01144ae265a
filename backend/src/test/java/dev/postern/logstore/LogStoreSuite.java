package dev.postern.logstore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.model.Cursor;
import dev.postern.model.Delivery;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import dev.postern.model.Page;
import dev.postern.model.PageRequest;
import dev.postern.model.PageRequest.Direction;
import dev.postern.model.TimeRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** What the log's contracts ask an adapter's test for, and share. */
public abstract class LogStoreSuite {

    static final Duration PATIENCE = Duration.ofSeconds(60);

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

    static DeliveryQuery deliveryQuery(Function<String, Set<String>> eventIds, String tenant) {
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

    Function<PageRequest, Page<Cursor>> deliveryPages(UnaryDeliveryQuery change) {
        return page -> list(change.apply(DeliveryQuery.of("t1", page))).map(LogStoreSuite::place);
    }

    /** The ids of all pages, in the list's order; every page's flags are checked on the way. */
    static List<String> walk(
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

    static Cursor place(Delivery delivery) {
        return new Cursor(delivery.time(), delivery.id());
    }

    Page<Delivery> list(DeliveryQuery query) {
        return one(deliveries().listDeliveries(query));
    }

    Page<Event> list(EventQuery query) {
        return one(events().listEvents(query));
    }

    void insert(List<LogEntry> entries) {
        writer().insert(entries).block(PATIENCE);
    }

    static <T> T one(Mono<T> mono) {
        return Objects.requireNonNull(mono.block(PATIENCE));
    }

    static <T> boolean none(Mono<T> mono) {
        @Nullable T found = mono.block(PATIENCE);
        return found == null;
    }

    @FunctionalInterface
    interface UnaryDeliveryQuery extends Function<DeliveryQuery, DeliveryQuery> {}
}
