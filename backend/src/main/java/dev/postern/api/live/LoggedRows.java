package dev.postern.api.live;

import dev.postern.livelog.LogNotice;
import dev.postern.logstore.DeliveryQuery;
import dev.postern.logstore.DeliveryReader;
import dev.postern.logstore.EventReader;
import dev.postern.logstore.PayloadBudget;
import dev.postern.logstore.StoredForm;
import dev.postern.model.Delivery;
import dev.postern.model.Event;
import dev.postern.model.EventKey;
import dev.postern.model.PageRequest;
import dev.postern.model.PageRequest.Direction;
import dev.postern.model.TimeRange;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** The rows behind notices, many with one call. */
final class LoggedRows {

    /** How many attempts of an event at a destination are looked through, of those within the time of a batch. */
    private static final int ATTEMPTS = 50;

    private final EventReader events;
    private final DeliveryReader deliveries;

    LoggedRows(EventReader events, DeliveryReader deliveries) {
        this.events = events;
        this.deliveries = deliveries;
    }

    /** Those of the events that are there. */
    Mono<Rows<Event>> events(List<LogNotice> notices, boolean withData, PayloadBudget budget) {
        Set<EventKey> keys = notices.stream().map(LogNotice::event).collect(Collectors.toSet());
        return events.retrieveEvents(keys, withData, budget).map(found -> notice -> found.get(notice.event()));
    }

    /** Those of the deliveries that are there. */
    Mono<Rows<Delivery>> deliveries(
            List<LogNotice> notices, boolean withData, boolean withResponse, PayloadBudget budget) {
        TimeRange range = range(notices.stream().map(LogNotice::time).toList());
        List<DeliveryQuery> queries = notices.stream()
                .map(Attempted::of)
                .distinct()
                .map(attempted -> attempted.query(range, withData, withResponse))
                .toList();
        return deliveries.listDeliveries(queries, budget).map(pages -> {
            Map<String, Delivery> found = new HashMap<>();
            pages.forEach(page -> page.items().forEach(row -> found.put(key(row.tenantId(), row.id()), row)));
            return notice -> found.get(key(StoredForm.text(notice.tenantId()), StoredForm.text(notice.deliveryId())));
        });
    }

    private static String key(String tenantId, String id) {
        return tenantId.length() + ":" + tenantId + id;
    }

    /** All the times, as coarse as the coarsest log keeps them. */
    private static TimeRange range(Collection<Instant> times) {
        Instant first = times.stream().min(Instant::compareTo).orElseThrow();
        Instant last = times.stream().max(Instant::compareTo).orElseThrow();
        return new TimeRange(
                null,
                first.truncatedTo(ChronoUnit.MILLIS),
                null,
                last.truncatedTo(ChronoUnit.MILLIS).plusMillis(1));
    }

    /** Finds a notice's row; null where it is gone. */
    @FunctionalInterface
    interface Rows<T> {
        @Nullable
        T of(LogNotice notice);
    }

    private record Attempted(String tenantId, String eventId, String destinationId) {

        static Attempted of(LogNotice notice) {
            return new Attempted(notice.tenantId(), notice.eventId(), notice.destinationId());
        }

        DeliveryQuery query(TimeRange range, boolean withData, boolean withResponse) {
            return new DeliveryQuery(
                    Set.of(tenantId),
                    Set.of(eventId),
                    Set.of(destinationId),
                    Set.of(),
                    Set.of(),
                    null,
                    Set.of(),
                    null,
                    range,
                    TimeRange.ANY,
                    new PageRequest(ATTEMPTS, Direction.DESC, null, false),
                    withData,
                    withResponse);
        }
    }
}
