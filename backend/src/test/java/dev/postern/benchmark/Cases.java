package dev.postern.benchmark;

import dev.postern.benchmark.Subject.Readers;
import dev.postern.logstore.DeliveryFilter;
import dev.postern.logstore.DeliveryMetricsQuery;
import dev.postern.logstore.DeliveryMetricsQuery.Measure;
import dev.postern.logstore.DeliveryQuery;
import dev.postern.logstore.EventQuery;
import dev.postern.logstore.Granularity;
import dev.postern.logstore.MetricsLimits;
import dev.postern.logstore.MetricsWindow;
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
import reactor.core.publisher.Mono;

/** What is measured. Every other page is a list's first; the rest begin at the place. */
final class Cases {

    private static final int SHORT = 20;

    static List<Case> all() {
        List<Case> cases = new ArrayList<>();
        for (int limit : new int[] {20, 100}) {
            cases.add(deliveries("by tenant", limit, (page, place) -> tenant(place, page)));
            cases.add(deliveries(
                    "by destination",
                    limit,
                    (page, place) -> of(place, Set.of(), Set.of(place.destinationId()), Set.of(), null, page, false)));
            cases.add(deliveries(
                    "by status",
                    limit,
                    (page, place) -> of(place, Set.of(), Set.of(), Set.of(), DeliveryStatus.FAILED, page, false)));
            cases.add(deliveries(
                    "by topic",
                    limit,
                    (page, place) -> of(place, Set.of(), Set.of(), Set.of(place.topic()), null, page, false)));
            cases.add(new Case(
                    "deliveries by event, " + limit,
                    0,
                    false,
                    (readers, place, first) -> readers.deliveries()
                            .listDeliveries(of(
                                    place,
                                    Set.of(place.eventId()),
                                    Set.of(),
                                    Set.of(),
                                    null,
                                    PageRequest.first(limit),
                                    false))));
            cases.add(deliveries(
                    "by tenant, with event data",
                    limit,
                    (page, place) -> of(place, Set.of(), Set.of(), Set.of(), null, page, true)));
            cases.add(new Case(
                    "events by tenant, " + limit,
                    limit,
                    false,
                    (readers, place, first) -> readers.events()
                            .listEvents(new EventQuery(
                                    Set.of(place.tenantId()),
                                    Set.of(),
                                    Set.of(),
                                    Set.of(),
                                    TimeRange.ANY,
                                    page(limit, place, first),
                                    false))));
        }
        cases.add(new Case(
                "deliveries by tenant, 500th page of 20",
                SHORT,
                true,
                (readers, place, first) -> readers.deliveries()
                        .listDeliveries(tenant(place, PageRequest.first(SHORT).after(place.cursor())))));
        cases.add(new Case(
                "delivery by id",
                0,
                false,
                (readers, place, first) ->
                        readers.deliveries().retrieveDelivery(place.tenantId(), place.deliveryId())));
        cases.add(new Case(
                "event by id",
                0,
                false,
                (readers, place, first) -> readers.events().retrieveEvent(place.tenantId(), place.eventId())));
        return cases;
    }

    /** A day by the hour: of a tenant, and of all. */
    static List<Case> metrics() {
        return List.of(
                new Case(
                        "a tenant's day by hour",
                        0,
                        false,
                        (readers, place, first) -> count(readers, place, Set.of(place.tenantId()))),
                new Case(
                        "everybody's day by hour",
                        0,
                        false,
                        (readers, place, first) -> count(readers, place, Set.of())));
    }

    private static Mono<?> count(Readers readers, Place place, Set<String> tenants) {
        Instant day = place.time().truncatedTo(ChronoUnit.DAYS);
        return Objects.requireNonNull(readers.metrics())
                .countDeliveries(new DeliveryMetricsQuery(
                        new MetricsWindow(
                                day, day.plus(1, ChronoUnit.DAYS), new Granularity.Fixed(Duration.ofHours(1))),
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
                        new MetricsLimits(10_000, Measurement.PATIENCE)));
    }

    static DeliveryQuery tenant(Place place, PageRequest page) {
        return of(place, Set.of(), Set.of(), Set.of(), null, page, false);
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

    private static Case deliveries(String what, int limit, Query query) {
        return new Case(
                "deliveries %s, %d".formatted(what, limit),
                limit,
                false,
                (readers, place, first) ->
                        readers.deliveries().listDeliveries(query.of(page(limit, place, first), place)));
    }

    private static PageRequest page(int limit, Place place, boolean first) {
        return first ? PageRequest.first(limit) : PageRequest.first(limit).after(place.cursor());
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

    @FunctionalInterface
    private interface Query {
        DeliveryQuery of(PageRequest page, Place place);
    }

    @FunctionalInterface
    interface Call {
        Mono<?> of(Readers readers, Place place, boolean first);
    }

    /**
     * One kind of question.
     *
     * @param limit the rows of a full page; 0 where there is none
     * @param deep whether it is asked at the deep places
     */
    record Case(String name, int limit, boolean deep, Call call) {}

    private Cases() {}
}
