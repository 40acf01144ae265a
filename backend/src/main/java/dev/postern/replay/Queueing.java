package dev.postern.replay;

import dev.postern.model.Causes;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Queues the targets of one step, and tells of each what came of it: never by an error, which would break off the others
 * in the middle of their way to the queue.
 */
final class Queueing {

    private static final Logger log = LoggerFactory.getLogger(Queueing.class);

    /** How often a target is tried once more whose try ended with an error of its own. */
    private static final int MORE_TRIES = 2;

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private final Redelivery redelivery;
    private final Predicate<Throwable> outage;
    private final Duration pause;
    private final String wish;
    private final AtomicBoolean ended;
    private final AtomicBoolean outOfReach = new AtomicBoolean();

    /** Where one target was given up, the step's others there have one try each: as a rule, they meet the same. */
    private final Set<Place> hopeless = ConcurrentHashMap.newKeySet();

    /**
     * @param outage which errors mean that a store or queue has trouble
     * @param pause between two tries of one target; a second at most
     * @param ended whether no further target is to be queued, as somebody ended the replay
     */
    Queueing(Redelivery redelivery, Predicate<Throwable> outage, Duration pause, String wish, AtomicBoolean ended) {
        this.redelivery = redelivery;
        this.outage = outage;
        this.pause = pause;
        this.wish = wish;
        this.ended = ended;
    }

    /** What came of the target; empty where it was not tried, for the replay has ended or a store has trouble. */
    Mono<Try> again(Target target) {
        return Mono.defer(() -> ended.get() || outOfReach.get() ? Mono.empty() : tried(target));
    }

    private Mono<Try> tried(Target target) {
        var place = new Place(target.tenantId(), target.destinationId());
        return Mono.defer(() -> redelivery.again(wish, target))
                .retryWhen(Retry.backoff(MORE_TRIES, pause)
                        .maxBackoff(LONGEST_PAUSE)
                        .filter(e -> !outage.test(e) && !hopeless.contains(place) && !ended.get())
                        .onRetryExhaustedThrow((retry, signal) -> signal.failure()))
                .map(result -> Try.of(target, result))
                .onErrorResume(Exception.class, e -> {
                    if (outage.test(e)) {
                        outOfReach.set(true);
                        return Mono.just(new Try.OutOfReach(target, e));
                    }
                    if (hopeless.add(place)) {
                        log.error("replay skips what can't be queued replay_id={} {}", wish, target, e);
                    } else {
                        log.warn(
                                "replay skips what can't be queued replay_id={} {}: {}",
                                wish,
                                target,
                                Causes.reason(e));
                    }
                    return Mono.just(new Try.Skipped(target));
                });
    }

    private record Place(String tenantId, String destinationId) {}
}
