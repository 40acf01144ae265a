package dev.postern.logstore;

import dev.postern.model.Cursor;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Page;
import dev.postern.model.PageRequest;
import dev.postern.model.PageRequest.Direction;
import dev.postern.model.TimeRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Reads the failures that stand, oldest first and step by step. A step looks at so many failed attempts and no more,
 * however few of them are meant: its cost is bounded, and the place where it ended is known. It needs no more of a log
 * than its lists, so that what they promise (a page's cost, rows that are stored several times, late versions of a
 * row) holds here too.
 */
public final class StandingFailures {

    /** With three questions about each, they fit into one call for lists. */
    public static final int MAX_STEP = 300;

    private static final int QUESTIONS = 3;

    private final DeliveryReader deliveries;

    public StandingFailures(DeliveryReader deliveries) {
        this.deliveries = deliveries;
    }

    /**
     * The failures that stand among the next so many that the query means.
     *
     * @param place where the last step ended; null to begin
     * @param attempts how many failed attempts are looked at, 1 to {@value #MAX_STEP}
     */
    public Mono<Step> step(FailureQuery query, @Nullable Cursor place, int attempts) {
        if (attempts < 1 || attempts > MAX_STEP) {
            throw new IllegalArgumentException("attempts: %d (expected: 1..%d)".formatted(attempts, MAX_STEP));
        }
        if (query.none()) {
            return Mono.just(new Step(List.of(), place, true));
        }
        var request = new PageRequest(attempts, Direction.ASC, place, false);
        return deliveries
                .listDeliveries(DeliveryQuery.of(query.failures(), request, false, false))
                .flatMap(page -> page.items().isEmpty()
                        ? Mono.just(new Step(List.of(), place, true))
                        : deliveries
                                .listDeliveries(questions(query, page.items()), PayloadBudget.unlimited())
                                .map(answers -> step(page, answers)));
    }

    /** Of each: the latest failure that is meant, the latest success up to the moment, and one after it. */
    private static List<DeliveryQuery> questions(FailureQuery query, List<Delivery> failed) {
        TimeRange before = new TimeRange(null, null, null, query.until());
        TimeRange after = new TimeRange(query.until(), null, null, null);
        List<DeliveryFilter> filters = new ArrayList<>();
        for (Delivery delivery : failed) {
            filters.add(query.failuresOf(delivery.tenantId(), delivery.eventId(), delivery.destinationId()));
            filters.add(successes(delivery, before));
            filters.add(successes(delivery, after));
        }
        return filters.stream()
                .map(filter -> DeliveryQuery.of(filter, PageRequest.first(1), false, false))
                .toList();
    }

    private static DeliveryFilter successes(Delivery failed, TimeRange time) {
        return new DeliveryFilter(
                Set.of(failed.tenantId()),
                Set.of(failed.eventId()),
                Set.of(failed.destinationId()),
                Set.of(),
                Set.of(),
                DeliveryStatus.SUCCESS,
                Set.of(),
                null,
                time,
                TimeRange.ANY);
    }

    private static Step step(Page<Delivery> page, List<Page<Delivery>> answers) {
        List<Failure> standing = new ArrayList<>();
        for (int i = 0; i < page.items().size(); i++) {
            Delivery failed = page.items().get(i);
            List<Page<Delivery>> mine = answers.subList(i * QUESTIONS, (i + 1) * QUESTIONS);
            if (isLatest(failed, mine.get(0)) && !hasSince(mine.get(1), failed.time())) {
                standing.add(new Failure(failed, !mine.get(2).items().isEmpty()));
            }
        }
        Delivery last = page.items().getLast();
        return new Step(standing, new Cursor(last.time(), last.id()), !page.hasNext());
    }

    private static boolean isLatest(Delivery failed, Page<Delivery> latest) {
        return latest.items().stream()
                .anyMatch(row -> row.id().equals(failed.id()) && row.time().equals(failed.time()));
    }

    /** At the same time counts as since: a log may not tell more finely. */
    private static boolean hasSince(Page<Delivery> success, Instant failed) {
        return success.items().stream().anyMatch(row -> !row.time().isBefore(failed));
    }

    /**
     * What a step found.
     *
     * @param failures oldest first, without payloads and answers
     * @param place where the next step begins; null only where there is nothing at all
     * @param end whether there is nothing behind
     */
    public record Step(List<Failure> failures, @Nullable Cursor place, boolean end) {

        public Step {
            failures = List.copyOf(failures);
        }
    }

    /**
     * A failure that stands.
     *
     * @param overcome whether the destination has taken the event after the query's moment
     */
    public record Failure(Delivery delivery, boolean overcome) {}
}
