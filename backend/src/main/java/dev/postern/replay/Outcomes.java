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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import reactor.core.publisher.Mono;

/** Finds in the log what became of attempts. */
final class Outcomes {

    /** Of one event at one destination: of the attempts that people asked for, ours is among the newest. */
    private static final PageRequest NEWEST = PageRequest.first(20);

    /** By how much the clocks of those who deliver may differ from ours. */
    private static final Duration CLOCKS = Duration.ofMinutes(1);

    /** After this long, an attempt that isn't in the log was made under another number, its own being taken. */
    private static final Duration LONG_ENOUGH = Duration.ofMinutes(5);

    /** Who has waited for an hour is not looked for every second: the next look is after this part of its age. */
    private static final int PART_OF_AGE = 4;

    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private final DeliveryReader deliveries;
    private final Clock clock;
    private final Duration patience;
    private final Duration poll;

    /**
     * @param patience how long one is awaited
     * @param poll the shortest time between two looks for one
     */
    Outcomes(DeliveryReader deliveries, Clock clock, Duration patience, Duration poll) {
        this.deliveries = deliveries;
        this.clock = clock;
        this.patience = patience;
        this.poll = poll;
    }

    /** What is known of these. */
    Mono<Seen> of(Replay replay, List<Awaited> awaited) {
        return deliveries
                .listDeliveries(awaited.stream().map(Outcomes::manualOnes).toList(), PayloadBudget.unlimited())
                .map(pages -> {
                    var seen = new Seen(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new LinkedHashMap<>());
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
            seen.open().put(one, pause(one));
        }
    }

    private Duration pause(Awaited one) {
        Duration pause = age(one).dividedBy(PART_OF_AGE);
        Duration most = poll.compareTo(LONGEST_PAUSE) > 0 ? poll : LONGEST_PAUSE;
        return pause.compareTo(poll) < 0 ? poll : pause.compareTo(most) > 0 ? most : pause;
    }

    private Duration age(Awaited one) {
        return Duration.between(one.since(), clock.instant());
    }

    /**
     * That of the attempt's number; where that was lost, of the first since the replay began. Who delivers gives the
     * attempt a higher number where another was made under its own, so that at last the first of those is taken.
     */
    private Optional<DeliveryStatus> outcome(Replay replay, Awaited one, List<Delivery> newestFirst) {
        if (one.attempt() == 0) {
            return first(
                    newestFirst, row -> !row.time().isBefore(replay.createdAt().minus(CLOCKS)));
        }
        return first(newestFirst, row -> row.attemptNumber() == one.attempt())
                .or(() -> age(one).compareTo(patience.compareTo(LONG_ENOUGH) < 0 ? patience : LONG_ENOUGH) < 0
                        ? Optional.empty()
                        : first(
                                newestFirst,
                                row -> row.attemptNumber() > one.attempt()
                                        && !row.time().isBefore(one.since().minus(CLOCKS))));
    }

    private static Optional<DeliveryStatus> first(List<Delivery> newestFirst, Predicate<Delivery> which) {
        return newestFirst.stream()
                .filter(which)
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
     * @param open those that are awaited further, and after how long each is looked for again
     */
    record Seen(List<Awaited> succeeded, List<Awaited> failed, List<Awaited> given, Map<Awaited, Duration> open) {}
}
