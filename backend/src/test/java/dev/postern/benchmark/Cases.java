package dev.postern.benchmark;

import dev.postern.benchmark.Subject.Question;
import dev.postern.benchmark.Subject.Readers;
import dev.postern.logstore.DeliveryFilter;
import dev.postern.logstore.DeliveryMetricsQuery;
import dev.postern.logstore.DeliveryMetricsQuery.Measure;
import dev.postern.logstore.DeliveryQuery;
import dev.postern.logstore.EventQuery;
import dev.postern.logstore.Granularity;
import dev.postern.logstore.MetricsLimits;
import dev.postern.logstore.MetricsWindow;
import dev.postern.logstore.PayloadBudget;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.PageRequest;
import dev.postern.model.TimeRange;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is measured. A page is its list's first one, or where it says "further on" the one behind a place anywhere in
 * the log, which also has to tell whether there is a page before it.
 */
final class Cases {

    private static final int SHORT = 20;
    private static final int LONG = 100;
    private static final int MANY_EVENTS = 50;

    static List<Case> all() {
        List<Case> cases = new ArrayList<>();
        for (int limit : new int[] {SHORT, LONG}) {
            PageRequest first = PageRequest.first(limit);
            cases.add(list("deliveries by tenant, %d", limit, Population.BUSY, place -> tenant(place, first)));
            cases.add(
                    list("deliveries by destination, %d", limit, Population.BUSY, place -> destination(place, first)));
            cases.add(list("deliveries by status, %d", limit, Population.BUSY, place -> failed(place, first)));
            cases.add(list("deliveries by topic, %d", limit, Population.BUSY, place -> topic(place, first)));
            cases.add(list("deliveries by event, %d", limit, Population.BUSY, place -> event(place, first)));
            cases.add(list(
                    "deliveries by tenant, with event data, %d",
                    limit, Population.BUSY, place -> withData(place, first)));
            cases.add(new Case(
                    "events by tenant, %d".formatted(limit),
                    Population.BUSY,
                    (port, place) -> readers -> readers.events().listEvents(events(place, first))));
            cases.add(list(
                    "deliveries by tenant, further on, %d",
                    limit, Population.BUSY, place -> tenant(place, first.after(place.cursor()))));
            cases.add(list(
                    "deliveries by destination, further on, %d",
                    limit, Population.BUSY, place -> destination(place, first.after(place.cursor()))));
            cases.add(list(
                    "deliveries by status, further on, %d",
                    limit, Population.BUSY, place -> failed(place, first.after(place.cursor()))));
            cases.add(list(
                    "deliveries by topic, further on, %d",
                    limit, Population.BUSY, place -> topic(place, first.after(place.cursor()))));
        }
        cases.add(list(
                "deliveries by tenant, 500th page of %d",
                SHORT,
                Population.DEEP,
                place -> tenant(place, PageRequest.first(SHORT).after(place.cursor()))));
        cases.add(new Case("deliveries of 50 events, 20 each", Population.BUSY, Cases::ofEvents));
        cases.add(list(
                "deliveries by tenant with few rows, %d",
                LONG, Population.SMALL, place -> tenant(place, PageRequest.first(LONG))));
        cases.add(list(
                "deliveries by status of tenant with few rows, %d",
                LONG, Population.SMALL, place -> failed(place, PageRequest.first(LONG))));
        cases.add(new Case(
                "delivery by id",
                Population.BUSY,
                (port, place) ->
                        readers -> readers.deliveries().retrieveDelivery(place.tenantId(), place.deliveryId())));
        cases.add(new Case(
                "event by id",
                Population.BUSY,
                (port, place) -> readers -> readers.events().retrieveEvent(place.tenantId(), place.eventId())));
        return cases;
    }

    /** A day by the hour: of a tenant, and of all. */
    static List<Case> metrics() {
        return List.of(
                new Case(
                        "a tenant's day by hour",
                        Population.BUSY,
                        (port, place) -> count(place, Set.of(place.tenantId()))),
                new Case("everybody's day by hour", Population.BUSY, (port, place) -> count(place, Set.of())));
    }

    /**
     * Pages in eight shapes by turns: few enough for the server to have them prepared, and more than a
     * forgetful store keeps.
     */
    static DeliveryQuery varied(Place place, int turn) {
        PageRequest page = PageRequest.first(SHORT);
        return of(
                place,
                Set.of(),
                Set.of(),
                (turn & 1) == 0 ? Set.of() : Set.of(place.topic()),
                (turn & 2) == 0 ? null : DeliveryStatus.FAILED,
                (turn & 4) == 0 ? page : page.after(place.cursor()),
                false);
    }

    /** As the API asks for the deliveries of each event of a page, in one call. */
    private static Question ofEvents(Readers port, Place place) {
        PageRequest page = PageRequest.first(MANY_EVENTS).after(place.cursor());
        List<DeliveryQuery> queries = Objects.requireNonNull(
                        port.events().listEvents(events(place, page)).block(Measurement.PATIENCE))
                .items()
                .stream()
                .map(event -> of(place, Set.of(event.id()), Set.of(), Set.of(), null, PageRequest.first(SHORT), false))
                .toList();
        return readers -> readers.deliveries().listDeliveries(queries, PayloadBudget.unlimited());
    }

    private static Question count(Place place, Set<String> tenants) {
        Instant day = place.time().truncatedTo(ChronoUnit.DAYS);
        var query = new DeliveryMetricsQuery(
                new MetricsWindow(day, day.plus(1, ChronoUnit.DAYS), new Granularity.Fixed(Duration.ofHours(1))),
                List.of(),
                Set.of(Measure.COUNT, Measure.SUCCESSES, Measure.FAILURES),
                new DeliveryFilter(
                        tenants,
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        null,
                        Set.of(),
                        null,
                        TimeRange.ANY,
                        TimeRange.ANY),
                new MetricsLimits(10_000, Measurement.PATIENCE));
        return readers -> Objects.requireNonNull(readers.metrics()).countDeliveries(query);
    }

    private static DeliveryQuery tenant(Place place, PageRequest page) {
        return of(place, Set.of(), Set.of(), Set.of(), null, page, false);
    }

    private static DeliveryQuery destination(Place place, PageRequest page) {
        return of(place, Set.of(), Set.of(place.destinationId()), Set.of(), null, page, false);
    }

    private static DeliveryQuery failed(Place place, PageRequest page) {
        return of(place, Set.of(), Set.of(), Set.of(), DeliveryStatus.FAILED, page, false);
    }

    private static DeliveryQuery topic(Place place, PageRequest page) {
        return of(place, Set.of(), Set.of(), Set.of(place.topic()), null, page, false);
    }

    private static DeliveryQuery event(Place place, PageRequest page) {
        return of(place, Set.of(place.eventId()), Set.of(), Set.of(), null, page, false);
    }

    private static DeliveryQuery withData(Place place, PageRequest page) {
        return of(place, Set.of(), Set.of(), Set.of(), null, page, true);
    }

    private static EventQuery events(Place place, PageRequest page) {
        return new EventQuery(Set.of(place.tenantId()), Set.of(), Set.of(), Set.of(), TimeRange.ANY, page, false);
    }

    private static DeliveryQuery of(
            Place place,
            Set<String> events,
            Set<String> destinations,
            Set<String> topics,
            @Nullable DeliveryStatus status,
            PageRequest page,
            boolean withData) {
        return new DeliveryQuery(
                Set.of(place.tenantId()),
                events,
                destinations,
                Set.of(),
                topics,
                status,
                Set.of(),
                null,
                TimeRange.ANY,
                TimeRange.ANY,
                page,
                withData,
                false);
    }

    private static Case list(String name, int limit, Population population, Query query) {
        return new Case(name.formatted(limit), population, (port, place) -> {
            DeliveryQuery asked = query.of(place);
            return readers -> readers.deliveries().listDeliveries(asked);
        });
    }

    @FunctionalInterface
    private interface Query {
        DeliveryQuery of(Place place);
    }

    /** From a place to a question; what must be known beforehand, the port is asked there and then. */
    @FunctionalInterface
    interface Call {
        Question of(Readers port, Place place);
    }

    /** One kind of question. */
    record Case(String name, Population population, Call call) {}

    private Cases() {}
}
