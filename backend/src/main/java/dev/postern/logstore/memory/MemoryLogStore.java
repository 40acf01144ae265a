package dev.postern.logstore.memory;

import dev.postern.logstore.DeliveryMetricsQuery;
import dev.postern.logstore.DeliveryQuery;
import dev.postern.logstore.DeliveryReader;
import dev.postern.logstore.EventMetricsQuery;
import dev.postern.logstore.EventQuery;
import dev.postern.logstore.EventReader;
import dev.postern.logstore.FailureQuery;
import dev.postern.logstore.FailureReader;
import dev.postern.logstore.KeysetPage;
import dev.postern.logstore.LogWriter;
import dev.postern.logstore.Metrics;
import dev.postern.logstore.MetricsReader;
import dev.postern.logstore.PayloadBudget;
import dev.postern.logstore.StoredBatch;
import dev.postern.logstore.StoredForm;
import dev.postern.logstore.TimeResolution;
import dev.postern.model.Cursor;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.DestinationKey;
import dev.postern.model.Event;
import dev.postern.model.EventKey;
import dev.postern.model.LogEntry;
import dev.postern.model.Page;
import dev.postern.model.PageRequest;
import dev.postern.model.PageRequest.Direction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The log in memory. It keeps all that it is given, and reads by walking it: for tests, and for trying
 * things out.
 */
public final class MemoryLogStore implements LogWriter, EventReader, DeliveryReader, MetricsReader, FailureReader {

    private static final Comparator<Cursor> OLDEST_FIRST =
            Comparator.comparing(Cursor::time).thenComparing(Cursor::id);

    private final NavigableMap<Cursor, Event> events = new ConcurrentSkipListMap<>(OLDEST_FIRST);
    private final NavigableMap<Cursor, Delivery> deliveries = new ConcurrentSkipListMap<>(OLDEST_FIRST);

    @Override
    public Mono<Void> insert(List<LogEntry> entries) {
        return Mono.fromRunnable(() -> {
            StoredBatch batch = StoredBatch.of(entries, TimeResolution.MICROSECONDS);
            batch.events().forEach(event -> events.putIfAbsent(new Cursor(event.time(), event.id()), event));
            batch.deliveries()
                    .forEach(delivery -> deliveries.merge(
                            new Cursor(delivery.time(), delivery.id()),
                            delivery,
                            (old, last) -> old.tenantId().equals(last.tenantId()) ? last : old));
        });
    }

    @Override
    public Mono<List<Page<Event>>> listEvents(List<EventQuery> queries, PayloadBudget budget) {
        return Mono.fromSupplier(
                () -> queries.stream().map(query -> page(query, budget)).toList());
    }

    @Override
    public Mono<Event> retrieveEvent(@Nullable String tenantId, String id) {
        return Mono.fromSupplier(() -> newest(events, Selection.event(tenantId, id)));
    }

    @Override
    public Mono<Map<EventKey, Event>> retrieveEvents(
            Collection<EventKey> keys, boolean withData, PayloadBudget budget) {
        return Mono.fromSupplier(() -> {
            Map<EventKey, Event> found = new LinkedHashMap<>();
            for (EventKey key : keys) {
                Event event = newest(events, Selection.event(key.tenantId(), key.id()));
                if (event != null) {
                    found.put(key, budget.take(withData ? event : event.withoutData()));
                }
            }
            return found;
        });
    }

    @Override
    public Mono<Map<EventKey, List<DestinationState>>> destinationStates(
            Collection<EventKey> keys, PayloadBudget budget) {
        return Mono.fromSupplier(() -> {
            Map<EventKey, List<DestinationState>> states = new LinkedHashMap<>();
            for (EventKey key : keys) {
                List<DestinationState> found = states(key);
                if (!found.isEmpty()) {
                    found.forEach(state -> budget.take(state.latest()));
                    states.put(key, found);
                }
            }
            return states;
        });
    }

    @Override
    public Mono<List<Page<Delivery>>> listDeliveries(List<DeliveryQuery> queries, PayloadBudget budget) {
        return Mono.fromSupplier(
                () -> queries.stream().map(query -> page(query, budget)).toList());
    }

    @Override
    public Mono<Delivery> retrieveDelivery(@Nullable String tenantId, String id) {
        return Mono.fromSupplier(() -> newest(deliveries, Selection.delivery(tenantId, id)));
    }

    @Override
    public Mono<Delivery> latestDelivery(String tenantId, String eventId, String destinationId) {
        return Mono.fromSupplier(
                () -> newest(deliveries, Selection.attempts(new EventKey(tenantId, eventId), destinationId)));
    }

    @Override
    public Mono<Metrics<EventPoint>> countEvents(EventMetricsQuery query) {
        return Mono.fromSupplier(() -> EventCounts.of(events.values(), query));
    }

    @Override
    public Mono<Metrics<DeliveryPoint>> countDeliveries(DeliveryMetricsQuery query) {
        return Mono.fromSupplier(() -> DeliveryCounts.of(deliveries.values(), query));
    }

    @Override
    public Mono<FailureCount> countFailures(FailureQuery query, Duration deadline) {
        return Mono.fromSupplier(() -> query.none() ? FailureCount.NONE : count(query));
    }

    private FailureCount count(FailureQuery query) {
        Map<Pair, Instant> failures = deliveries.values().stream()
                .filter(Selection.of(query.failures()))
                .collect(Collectors.toMap(Pair::of, Delivery::time, (earlier, later) -> later));
        deliveries.values().stream()
                .filter(delivery -> delivery.status() == DeliveryStatus.SUCCESS)
                .filter(delivery -> !delivery.time().isAfter(query.until()))
                .forEach(success -> failures.computeIfPresent(
                        Pair.of(success), (pair, failed) -> success.time().isBefore(failed) ? failed : null));
        return new FailureCount(
                failures.size(),
                failures.keySet().stream().map(Pair::destination).distinct().count());
    }

    private Page<Event> page(EventQuery query, PayloadBudget budget) {
        return page(events, Selection.of(query.filter()), query.page())
                .map(event -> budget.take(query.withData() ? event : event.withoutData()));
    }

    private Page<Delivery> page(DeliveryQuery query, PayloadBudget budget) {
        return page(deliveries, Selection.of(query.filter()), query.page())
                .map(delivery -> budget.take(delivery.with(query.withData(), query.withResponse())));
    }

    private List<DestinationState> states(EventKey key) {
        Map<String, DestinationState> states = new HashMap<>();
        deliveries.values().stream()
                .filter(Selection.attempts(key, null))
                .map(delivery -> delivery.with(false, false))
                .forEach(delivery -> states.merge(
                        delivery.destinationId(),
                        new DestinationState(delivery, 1),
                        (old, last) -> new DestinationState(last.latest(), old.count() + 1)));
        return states.values().stream()
                .sorted(Comparator.comparing(state -> state.latest().destinationId()))
                .toList();
    }

    private static <T> @Nullable T newest(NavigableMap<Cursor, T> rows, Predicate<T> selection) {
        return rows.descendingMap().values().stream()
                .filter(selection)
                .findFirst()
                .orElse(null);
    }

    private static <T> Page<T> page(NavigableMap<Cursor, T> rows, Predicate<T> selection, PageRequest request) {
        boolean ascending = (request.direction() == Direction.ASC) != request.backward();
        NavigableMap<Cursor, T> ordered = ascending ? rows : rows.descendingMap();
        Cursor from = request.from();
        if (from == null) {
            return KeysetPage.of(request, take(ordered, selection, request.limit() + 1), false);
        }
        Cursor place = new Cursor(TimeResolution.MICROSECONDS.stored(from.time()), StoredForm.text(from.id()));
        boolean behind = !take(ordered.headMap(place, true), selection, 1).isEmpty();
        return KeysetPage.of(request, take(ordered.tailMap(place, false), selection, request.limit() + 1), behind);
    }

    private static <T> List<T> take(NavigableMap<Cursor, T> rows, Predicate<T> selection, int limit) {
        return new ArrayList<>(
                rows.values().stream().filter(selection).limit(limit).toList());
    }

    private record Pair(DestinationKey destination, String eventId) {
        static Pair of(Delivery delivery) {
            return new Pair(delivery.destinationKey(), delivery.eventId());
        }
    }
}
