package dev.postern.replay;

import dev.postern.logstore.DeliveryFilter;
import dev.postern.logstore.DeliveryQuery;
import dev.postern.logstore.DeliveryReader;
import dev.postern.logstore.PayloadBudget;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.PageRequest;
import dev.postern.model.TimeRange;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import reactor.core.publisher.Mono;

/** Finds in the log what became of attempts. */
final class Outcomes {

    /** Of one event at one destination: of the attempts that people asked for, ours is among the newest. */
    private static final PageRequest NEWEST = PageRequest.first(20);

    /** By how much the clocks of those who deliver may differ from ours. */
    private static final Duration CLOCKS = Duration.ofMinutes(1);

    private final DeliveryReader deliveries;
    private final Clock clock;
    private final Duration patience;

    /** @param patience how long one is awaited */
    Outcomes(DeliveryReader deliveries, Clock clock, Duration patience) {
        this.deliveries = deliveries;
        this.clock = clock;
        this.patience = patience;
    }

    /** What is known of these. */
    Mono<Seen> of(Replay replay, List<Awaited> awaited) {
        return deliveries
                .listDeliveries(awaited.stream().map(Outcomes::manualOnes).toList(), PayloadBudget.unlimited())
                .map(pages -> {
                    var seen = new Seen(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
                    for (int i = 0; i < awaited.size(); i++) {
                        Awaited one = awaited.get(i);
                        sort(one, outcome(replay, one, pages.get(i).items()), seen);
                    }
                    return seen;
                });
    }

    private void sort(Awaited one, Optional<DeliveryStatus> outcome, Seen seen) {
        if (outcome.isPresent()) {
            (outcome.get() == DeliveryStatus.SUCCESS ? seen.succeeded() : seen.failed()).add(one);
        } else if (one.since().plus(patience).isBefore(clock.instant())) {
            seen.given().add(one);
        } else {
            seen.open().add(one);
        }
    }

    /** That of the attempt's number; where that was lost, of the first since the replay began. */
    private static Optional<DeliveryStatus> outcome(Replay replay, Awaited one, List<Delivery> newestFirst) {
        return newestFirst.stream()
                .filter(row -> one.attempt() == 0
                        ? !row.time().isBefore(replay.createdAt().minus(CLOCKS))
                        : row.attemptNumber() == one.attempt())
                .reduce((later, earlier) -> earlier)
                .map(Delivery::status);
    }

    private static DeliveryQuery manualOnes(Awaited one) {
        var filter = new DeliveryFilter(
                Set.of(one.target().tenantId()),
                Set.of(one.target().eventId()),
                Set.of(one.target().destinationId()),
                Set.of(),
                Set.of(),
                null,
                Set.of(),
                true,
                TimeRange.ANY,
                TimeRange.ANY);
        return DeliveryQuery.of(filter, NEWEST, false, false);
    }

    /**
     * Attempts, by what is known of them.
     *
     * @param given those that nothing was heard of for too long
     * @param open those that are awaited further
     */
    record Seen(List<Awaited> succeeded, List<Awaited> failed, List<Awaited> given, List<Awaited> open) {}
}
