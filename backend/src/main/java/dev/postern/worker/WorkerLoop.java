package dev.postern.worker;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** A worker made of one Mono, which sees by its {@link Signals} when to end. */
public final class WorkerLoop implements Worker {

    private final String name;
    private final Duration drain;
    private final Function<Signals, Mono<Void>> work;
    private final AtomicReference<@Nullable Run> current = new AtomicReference<>();

    /**
     * @param name for the log
     * @param drain how long what is in hand may go on after a stop; zero or more
     * @param work ends by itself only when it is told to, and has nothing in hand when it completes
     */
    public WorkerLoop(String name, Duration drain, Function<Signals, Mono<Void>> work) {
        if (drain.isNegative()) {
            throw new IllegalArgumentException("drain: %s (expected: >= 0)".formatted(drain));
        }
        this.name = name;
        this.drain = drain;
        this.work = work;
    }

    @Override
    public synchronized void start() {
        if (!isRunning()) {
            current.set(Run.start(name, work));
        }
    }

    @Override
    public Mono<Void> stop() {
        return Mono.defer(() -> {
            Run run = current.get();
            return run == null ? Mono.empty() : run.stop(drain);
        });
    }

    @Override
    public boolean isRunning() {
        Run run = current.get();
        return run != null && !run.hasEnded();
    }

    /** What the work of one run is told. */
    public interface Signals {

        boolean isStopping();

        /** Completes when nothing new is to be taken on. */
        Mono<Void> whenStopping();

        /** Completes when what is in hand is to be given back. */
        Mono<Void> whenCutOff();
    }
}
