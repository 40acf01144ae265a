package dev.postern.replay;

import dev.postern.logstore.DeliveryReader;
import dev.postern.logstore.StandingFailures;
import dev.postern.logstore.StandingFailures.Failure;
import dev.postern.logstore.StandingFailures.Step;
import dev.postern.model.Causes;
import dev.postern.model.Delivery;
import dev.postern.replay.ReplayStore.Hold;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Takes replays a step further, each time the one that waits longest: looks for outcomes, then queues what there is
 * room for. RATIONALE.md says what may happen between any two lines of a step.
 */
public final class ReplayRunner {

    private static final Logger log = LoggerFactory.getLogger(ReplayRunner.class);

    /** How many failed attempts a step looks at. */
    private static final int STEP = 100;

    /** How many outcomes a step looks for. */
    private static final int LOOKS = 200;

    /** How many a step queues at a time. */
    private static final int PARALLEL = 16;

    /** So that two signs of life may be lost before the hold is. */
    private static final int SIGNS_PER_LEASE = 3;

    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(1);

    private static final Duration PAUSE_AFTER_TROUBLE = Duration.ofSeconds(5);

    private static final int MOST_FAULTS = 5;

    private final ReplayStore store;
    private final StandingFailures failures;
    private final Outcomes outcomes;
    private final Redelivery redelivery;
    private final Predicate<Throwable> outage;
    private final Clock clock;
    private final ReplaySettings settings;

    /** @param outage which errors mean that a store or queue has trouble, rather than that we are wrong */
    public ReplayRunner(
            ReplayStore store,
            DeliveryReader deliveries,
            Redelivery redelivery,
            Predicate<Throwable> outage,
            Clock clock,
            ReplaySettings settings) {
        this.store = store;
        this.failures = new StandingFailures(deliveries);
        this.outcomes = new Outcomes(deliveries, clock, settings.patience(), settings.poll());
        this.redelivery = redelivery;
        this.outage = outage;
        this.clock = clock;
        this.settings = settings;
    }

    /** Takes one replay a step further. False where there was none; an error is one of taking it. */
    public Mono<Boolean> runNext() {
        return store.receive()
                .flatMap(hand -> held(hand)
                        .onErrorResume(e -> afterTrouble(hand, e))
                        .doOnCancel(() -> store.giveBack(hand, Duration.ZERO, false)
                                .onErrorComplete()
                                .subscribe())
                        .thenReturn(true))
                .defaultIfEmpty(false);
    }

    /** The step, for as long as the replay is in this hand. */
    private Mono<Void> held(Hand hand) {
        return Mono.defer(() -> {
            var ended = new AtomicBoolean();
            Duration third = settings.lease().dividedBy(SIGNS_PER_LEASE);
            Mono<Hold> lost = Flux.interval(third.compareTo(LONGEST_SILENCE) < 0 ? third : LONGEST_SILENCE)
                    .onBackpressureDrop()
                    .concatMap(tick -> store.keep(hand).onErrorComplete())
                    .doOnNext(hold -> ended.set(hold == Hold.ENDED))
                    .filter(hold -> hold == Hold.LOST)
                    .next();
            return step(hand, ended).takeUntilOther(lost);
        });
    }

    private Mono<Void> step(Hand hand, AtomicBoolean ended) {
        return look(hand).then(Mono.defer(() -> store.awaited(hand))).flatMap(awaited -> {
            if (hand.walked()) {
                return awaited == 0
                        ? finish(hand, ReplayStatus.COMPLETED, null)
                        : store.giveBack(hand, settings.poll(), false);
            }
            int room = Math.min(STEP, settings.window() - awaited);
            return hand.batch() == null && room < 1
                    ? store.giveBack(hand, settings.poll(), false)
                    : queue(hand, room, ended);
        });
    }

    private Mono<Void> look(Hand hand) {
        return store.due(hand, LOOKS)
                .filter(due -> !due.isEmpty())
                .flatMap(due -> outcomes.of(hand.replay(), due)
                        .flatMap(seen -> store.settle(hand, seen.succeeded(), seen.failed(), seen.given(), seen.open()))
                        .then());
    }

    private Mono<Void> queue(Hand hand, int room, AtomicBoolean ended) {
        Batch left = hand.batch();
        Mono<Batch> batch = left != null
                ? Mono.just(left)
                : failures.step(hand.query(), hand.place(), room)
                        .map(ReplayRunner::batch)
                        .filterWhen(next -> store.intend(hand, next));
        return batch.flatMap(next -> Flux.fromIterable(next.targets())
                .flatMapSequential(
                        new Queueing(
                                redelivery,
                                outage,
                                settings.poll(),
                                hand.replay().id(),
                                ended)::again,
                        PARALLEL)
                .collectList()
                .flatMap(tries -> record(hand, next, tries)));
    }

    /** Where the batch is not through, it stays intended; what is queued of it isn't queued again. */
    private Mono<Void> record(Hand hand, Batch batch, List<Try> tries) {
        Optional<Try.OutOfReach> trouble = tries.stream()
                .filter(Try.OutOfReach.class::isInstance)
                .map(Try.OutOfReach.class::cast)
                .findFirst();
        if (trouble.isPresent()) {
            return Mono.error(trouble.get().error());
        }
        if (tries.stream().anyMatch(Try.Busy.class::isInstance)) {
            return store.giveBack(hand, settings.poll(), false);
        }
        List<Awaited> queued = tries.stream()
                .flatMap(one -> one instanceof Try.Queued(Target target, int attempt)
                        ? Stream.of(new Awaited(target, attempt, clock.instant()))
                        : Stream.empty())
                .toList();
        int skipped = batch.skipped() + tries.size() - queued.size();
        return store.record(hand, batch, queued, skipped, settings.poll())
                .then(Mono.defer(() -> store.giveBack(hand, Duration.ZERO, false)));
    }

    private static Batch batch(Step step) {
        List<Target> targets = step.failures().stream()
                .filter(failure -> !failure.overcome())
                .map(Failure::delivery)
                .map(ReplayRunner::target)
                .toList();
        return new Batch(targets, step.failures().size() - targets.size(), step.place(), step.end());
    }

    private static Target target(Delivery delivery) {
        return new Target(delivery.tenantId(), delivery.eventId(), delivery.destinationId());
    }

    private Mono<Void> finish(Hand hand, ReplayStatus how, @Nullable String faultId) {
        return store.finish(hand, how, clock.instant(), faultId)
                .doOnNext(finished -> {
                    if (finished) {
                        log.info(
                                "replay ended replay_id={} status={}",
                                hand.replay().id(),
                                how);
                    }
                })
                .then();
    }

    /** Trouble passes; a fault of ours may, a few times. */
    private Mono<Void> afterTrouble(Hand hand, Throwable e) {
        if (outage.test(e)) {
            log.warn(
                    "replay waits for a store or queue replay_id={}: {}",
                    hand.replay().id(),
                    Causes.reason(e));
            return store.giveBack(hand, PAUSE_AFTER_TROUBLE, false).onErrorComplete();
        }
        String faultId = UUID.randomUUID().toString();
        log.error(
                "replay met an internal error {} replay_id={}",
                faultId,
                hand.replay().id(),
                e);
        Mono<Void> after = hand.faults() + 1 < MOST_FAULTS
                ? store.giveBack(hand, settings.poll(), true)
                : finish(hand, ReplayStatus.FAILED, faultId);
        return after.onErrorComplete();
    }
}
