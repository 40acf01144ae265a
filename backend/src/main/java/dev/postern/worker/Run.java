package dev.postern.worker;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** One run of a loop. It is stopped in three steps: take on nothing new, give back, cancel. */
final class Run implements WorkerLoop.Signals {

    private static final Logger log = LoggerFactory.getLogger(Run.class);

    /** For giving back what is cut off. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final Sinks.Empty<Void> stopping = Sinks.empty();
    private final Sinks.Empty<Void> cutOff = Sinks.empty();
    private final Sinks.Empty<Void> ended = Sinks.empty();
    private final AtomicBoolean isStopping = new AtomicBoolean();
    private final AtomicBoolean hasEnded = new AtomicBoolean();
    private final Disposable.Swap subscription = Disposables.swap();

    private Run() {}

    static Run start(String name, Function<WorkerLoop.Signals, Mono<Void>> work) {
        var run = new Run();
        run.subscription.update(Mono.defer(() -> work.apply(run))
                .doFinally(signal -> run.end())
                .subscribe(done -> {}, e -> log.error("the {} worker died", name, e), () -> {
                    if (!run.isStopping()) {
                        log.error("the {} worker died: it ended without being told to", name);
                    }
                }));
        return run;
    }

    @Override
    public boolean isStopping() {
        return isStopping.get();
    }

    @Override
    public Mono<Void> whenStopping() {
        return stopping.asMono();
    }

    @Override
    public Mono<Void> whenCutOff() {
        return cutOff.asMono();
    }

    boolean hasEnded() {
        return hasEnded.get();
    }

    Mono<Void> stop(Duration drain) {
        return Mono.defer(() -> {
            isStopping.set(true);
            stopping.tryEmitEmpty();
            return ended.asMono().timeout(drain, Mono.defer(this::cutOff));
        });
    }

    private Mono<Void> cutOff() {
        cutOff.tryEmitEmpty();
        return ended.asMono().timeout(GRACE, Mono.fromRunnable(subscription::dispose));
    }

    private void end() {
        hasEnded.set(true);
        ended.tryEmitEmpty();
    }
}
