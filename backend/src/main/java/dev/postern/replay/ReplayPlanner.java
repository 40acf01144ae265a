package dev.postern.replay;

import dev.postern.logstore.DeliveryFilter;
import dev.postern.logstore.DeliveryQuery;
import dev.postern.logstore.DeliveryReader;
import dev.postern.logstore.FailureQuery;
import dev.postern.logstore.FailureReader;
import dev.postern.logstore.FailureReader.FailureCount;
import dev.postern.logstore.PayloadBudget;
import dev.postern.logstore.StandingFailures;
import dev.postern.logstore.StandingFailures.Failure;
import dev.postern.model.Delivery;
import dev.postern.model.Page;
import dev.postern.model.PageRequest;
import dev.postern.model.TimeRange;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Tells what a replay would do, without doing it. */
public final class ReplayPlanner {

    private static final int SAMPLE = 5;

    /** So few that a sample is cheap, so many that most are found. */
    private static final int STEP = 100;

    private static final int STEPS = 10;

    private final FailureReader failures;
    private final DeliveryReader deliveries;
    private final StandingFailures standing;
    private final Clock clock;
    private final ReplaySettings settings;

    public ReplayPlanner(FailureReader failures, DeliveryReader deliveries, Clock clock, ReplaySettings settings) {
        this.failures = failures;
        this.deliveries = deliveries;
        this.standing = new StandingFailures(deliveries);
        this.clock = clock;
        this.settings = settings;
    }

    /** What the filter means from now on: failures that come later are not in it. */
    FailureQuery freeze(DeliveryFilter filter) {
        return new FailureQuery(filter, clock.instant().truncatedTo(ChronoUnit.MILLIS));
    }

    /** How many deliveries the query means. */
    Mono<FailureCount> count(FailureQuery query) {
        return failures.countFailures(query, settings.deadline());
    }

    /** How many deliveries the filter means now. */
    public Mono<FailureCount> count(DeliveryFilter filter) {
        return Mono.defer(() -> count(freeze(filter)));
    }

    /**
     * The first few of the deliveries that the filter means now. Where these lie behind more than a thousand failed
     * attempts that have been made good since, it is fewer of them, or none.
     *
     * @param budget what they may carry together
     */
    public Mono<List<Delivery>> sample(
            DeliveryFilter filter, boolean withData, boolean withResponse, PayloadBudget budget) {
        return Mono.defer(() -> first(freeze(filter)))
                .flatMap(found -> found.isEmpty()
                        ? Mono.just(List.of())
                        : deliveries
                                .listDeliveries(
                                        found.stream()
                                                .map(failure -> row(failure.delivery(), withData, withResponse))
                                                .toList(),
                                        budget)
                                .map(pages -> pages.stream()
                                        .map(Page::items)
                                        .flatMap(List::stream)
                                        .toList()));
    }

    private Mono<List<Failure>> first(FailureQuery query) {
        return standing.step(query, null, STEP)
                .expand(step -> step.end() ? Mono.empty() : standing.step(query, step.place(), STEP))
                .take(STEPS)
                .concatMap(step -> Flux.fromIterable(step.failures()), 1)
                .take(SAMPLE)
                .collectList();
    }

    private static DeliveryQuery row(Delivery delivery, boolean withData, boolean withResponse) {
        var filter = new DeliveryFilter(
                Set.of(delivery.tenantId()),
                Set.of(delivery.eventId()),
                Set.of(delivery.destinationId()),
                Set.of(),
                Set.of(),
                delivery.status(),
                Set.of(),
                null,
                new TimeRange(null, delivery.time(), null, delivery.time()),
                TimeRange.ANY);
        return DeliveryQuery.of(filter, PageRequest.first(1), withData, withResponse);
    }
}
