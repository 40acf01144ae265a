package dev.postern.worker;

import dev.postern.model.Outage;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** A worker made of one Mono, which sees by its {@link Signals} when to end. */
public final class WorkerLoop implements Worker {

    private final String name;
    private final Duration drain;
    private final Function<Signals, Mono<Void>> work;
    private final Supplier<Optional<Outage>> outage;
    private final AtomicReference<@Nullable Run> current = new AtomicReference<>();

    /**
     * @param name for the log
     * @param drain how long what is in hand may go on after a stop; zero or more
     * @param work ends by itself only when it is told to, and has nothing in hand when it completes
     * @param outage what of that it needs is out of reach, for whoever asks
     */
    public WorkerLoop(
            String name, Duration drain, Function<Signals, Mono<Void>> work, Supplier<Optional<Outage>> outage) {
        if (drain.isNegative()) {
            throw new IllegalArgumentException("drain: %s (expected: >= 0)".formatted(drain));
        }
        this.name = name;
        this.drain = drain;
        this.work = work;
        this.outage = outage;
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

    @Override
    public WorkerState state() {
        Run run = current.get();
        if (run == null || (run.hasEnded() && run.isStopping())) {
            return new WorkerState.Stopped();
        }
        if (run.hasEnded()) {
            return new WorkerState.Dead();
        }
        if (run.isStopping()) {
            return new WorkerState.Draining();
        }
        return outage.get().<WorkerState>map(WorkerState.Reconnecting::new).orElseGet(WorkerState.Up::new);
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
