package dev.postern.replay;

import dev.postern.model.Causes;
import dev.postern.worker.Tries;
import dev.postern.worker.Worker;
import dev.postern.worker.WorkerLoop;
import dev.postern.worker.WorkerLoop.Signals;
import dev.postern.worker.WorkerState;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Takes replays further for as long as there are any, a few at a time; looks for them now and then where there are none. */
public final class ReplayWorker implements Worker {

    private static final Logger log = LoggerFactory.getLogger(ReplayWorker.class);

    /** How many replays a process works on at a time. */
    private static final int LANES = 2;

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(15);

    private final ReplayRunner runner;
    private final Duration poll;
    private final Tries tries = new Tries();
    private final WorkerLoop loop;

    public ReplayWorker(ReplayRunner runner, ReplaySettings settings) {
        this.runner = runner;
        this.poll = settings.poll();
        this.loop = new WorkerLoop("replay", settings.drain(), this::work, tries::outage);
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
        return Flux.range(0, LANES)
                .flatMap(lane -> lane(signals), LANES)
                .takeUntilOther(signals.whenCutOff())
                .then();
    }

    private Mono<Void> lane(Signals signals) {
        var failures = new AtomicReference<>(Duration.ZERO);
        return Mono.defer(() -> runner.runNext()
                        .doOnNext(found -> {
                            tries.succeeded();
                            failures.set(Duration.ZERO);
                        })
                        .map(found -> found ? Duration.ZERO : poll)
                        .onErrorResume(e -> Mono.just(failures.updateAndGet(last -> pauseAfter(e, last))))
                        .flatMap(pause -> pause.isZero()
                                ? Mono.empty()
                                : Mono.firstWithSignal(
                                        signals.whenStopping(),
                                        Mono.delay(pause).then())))
                .repeat(() -> !signals.isStopping())
                .then();
    }

    private Duration pauseAfter(Throwable e, Duration last) {
        tries.failed(e);
        log.warn("replays could not be looked for: {}", Causes.reason(e));
        log.debug("replays could not be looked for", e);
        Duration pause = last.isZero() ? poll : last.multipliedBy(2);
        return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    }
}
