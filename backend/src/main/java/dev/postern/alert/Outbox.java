package dev.postern.alert;

import dev.postern.model.OperatorEvent;
import dev.postern.queue.OperatorEventQueue;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Queues operator events. While the queue takes none, because it is full or away, those who tell of something
 * wait, but all of them together no longer than the patience, from the first trouble on: what doesn't fit after
 * that is dropped at once, logged and counted. Whoever runs out of patience has it again when there was no trouble
 * for as long; otherwise a receiver that takes one event a second would let through one delivery a second.
 */
final class Outbox {

    private static final Logger log = LoggerFactory.getLogger(Outbox.class);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
    private static final Duration LOGGED_EVERY = Duration.ofSeconds(10);

    private final OperatorEventQueue queue;
    private final Duration patience;
    private final Clock clock;

    private int waiting;
    private Instant firstTrouble = Instant.EPOCH;
    private Instant lastTrouble = Instant.EPOCH;
    private @Nullable Instant logged;
    private long dropped;

    /** @param queue doesn't wait for room itself */
    Outbox(OperatorEventQueue queue, Duration patience, Clock clock) {
        this.queue = queue;
        this.patience = patience;
        this.clock = clock;
    }

    /** Answers once the event is queued, or dropped: whether it is queued. Never fails. */
    Mono<Boolean> put(OperatorEvent event) {
        return Mono.defer(() -> {
            var waits = new AtomicBoolean();
            return queue.publish(List.of(event))
                    .thenReturn(true)
                    .retryWhen(Retry.backoff(Long.MAX_VALUE, FIRST_PAUSE)
                            .maxBackoff(LONGEST_PAUSE)
                            .filter(e -> mayWait(waits.getAndSet(true))))
                    .onErrorResume(e -> {
                        drop(event, e);
                        return Mono.just(false);
                    })
                    .doFinally(signal -> {
                        if (waits.get()) {
                            waitsNoMore();
                        }
                    });
        });
    }

    /** How many were dropped since the start. */
    synchronized long dropped() {
        return dropped;
    }

    private synchronized boolean mayWait(boolean again) {
        Instant now = clock.instant();
        if (waiting == 0 && !now.isBefore(lastTrouble.plus(patience))) {
            firstTrouble = now;
        }
        if (!again) {
            waiting++;
        }
        lastTrouble = now;
        return now.isBefore(firstTrouble.plus(patience));
    }

    private synchronized void waitsNoMore() {
        waiting--;
    }

    private synchronized void drop(OperatorEvent event, Throwable reason) {
        dropped++;
        Instant now = clock.instant();
        if (logged == null || !now.isBefore(logged.plus(LOGGED_EVERY))) {
            logged = now;
            log.error(
                    "an operator event is lost, for it can't be queued: id={} topic={} lost_since_start={} reason={}",
                    event.id(),
                    event.topic(),
                    dropped,
                    Objects.toString(reason));
        }
    }
}
