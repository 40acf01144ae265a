package dev.postern.delivery;

import dev.postern.model.Causes;
import dev.postern.worker.Tries;
import dev.postern.worker.Worker;
import dev.postern.worker.WorkerLoop;
import dev.postern.worker.WorkerLoop.Signals;
import dev.postern.worker.WorkerState;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Dispatches retries as they fall due: several at once while there are some, and with one look at a
 * time, less and less often, while there are none.
 */
public final class RetryWorker implements Worker {

    private static final Logger log = LoggerFactory.getLogger(RetryWorker.class);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(15);

    private final RetryDispatcher dispatcher;
    private final RetryDispatchSettings settings;
    private final Tries tries = new Tries();
    private final WorkerLoop loop;

    public RetryWorker(RetryDispatcher dispatcher, RetryDispatchSettings settings) {
        this.dispatcher = dispatcher;
        this.settings = settings;
        this.loop = new WorkerLoop("retry", settings.drain(), this::work, tries::outage);
    }

    @Override
    public void start() {
        loop.start();
    }

    @Override
    public Mono<Void> stop() {
        return loop.stop();
    }

    @Override
    public boolean isRunning() {
        return loop.isRunning();
    }

    @Override
    public WorkerState state() {
        return loop.state();
    }

    private Mono<Void> work(Signals signals) {
        var idle = new AtomicReference<>(Duration.ZERO);
        var failed = new AtomicBoolean();
        return Mono.defer(() -> dispatchSome()
                        .doOnNext(done -> tries.succeeded())
                        .map(mayBeMore -> mayBeMore ? Duration.ZERO : settings.idleAfter(idle.get()))
                        .doOnNext(pause -> failed.set(false))
                        .onErrorResume(e -> Mono.just(pauseAfter(e, failed.getAndSet(true), idle.get())))
                        .doOnNext(idle::set)
                        .flatMap(pause -> Mono.firstWithSignal(
                                signals.whenStopping(), Mono.delay(pause).then())))
                .repeat(() -> !signals.isStopping())
                .then();
    }

    /** Whether there may be more at once. No lane is cut off by what another found: its retry would stay hidden. */
    private Mono<Boolean> dispatchSome() {
        return dispatcher
                .dispatchNext()
                .flatMap(found -> found
                        ? Flux.range(0, settings.lanes())
                                .flatMapDelayError(lane -> dispatcher.dispatchNext(), settings.lanes(), 1)
                                .reduce(true, Boolean::logicalAnd)
                        : Mono.just(false));
    }

    /** @param again whether it failed the last time, too: a store that is away is told in full once, then in a line */
    private Duration pauseAfter(Throwable e, boolean again, Duration last) {
        tries.failed(e);
        Duration wished = last.isZero() ? settings.shortestIdle() : last.multipliedBy(2);
        Duration pause = wished.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : wished;
        if (again) {
            log.warn("retries could not be dispatched, again in {}: {}", pause, Causes.reason(e));
        } else {
            log.warn("retries could not be dispatched, again in {}", pause, e);
        }
        return pause;
    }
}
