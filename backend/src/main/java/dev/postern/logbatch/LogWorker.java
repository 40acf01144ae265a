package dev.postern.logbatch;

import dev.postern.model.LogEntry;
import dev.postern.queue.LogQueue;
import dev.postern.queue.MessageQueue.Message;
import dev.postern.worker.Handover;
import dev.postern.worker.Worker;
import dev.postern.worker.WorkerLoop;
import dev.postern.worker.WorkerLoop.Signals;
import dev.postern.worker.WorkerState;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Takes entries off the log queue and has them stored in batches: when there are enough, when they are
 * large enough, or when the oldest has waited long enough. Stopped, it stores what it holds.
 */
public final class LogWorker implements Worker {

    private static final Logger log = LoggerFactory.getLogger(LogWorker.class);

    /** Into how many ticks the threshold is divided: how exactly it is kept. */
    private static final int TICKS = 10;

    /** How many entries may wait while batches are being stored. */
    private static final int AHEAD = 32;

    private final LogQueue queue;
    private final LogBatcher batcher;
    private final LogBatchSettings settings;
    private final WorkerLoop loop;

    public LogWorker(LogQueue queue, LogBatcher batcher, LogBatchSettings settings) {
        this.queue = queue;
        this.batcher = batcher;
        this.settings = settings;
        this.loop = new WorkerLoop("log", settings.drain(), this::work, queue::outage);
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

    /** Entries and ticks come in one sequence, so that the batch needs no lock. */
    private Mono<Void> work(Signals signals) {
        var batch = new Batch(settings);
        Flux<Optional<Message<LogEntry>>> entries = messages(signals).map(Optional::of);
        Flux<Optional<Message<LogEntry>>> ticks = Flux.interval(
                        settings.threshold().dividedBy(TICKS))
                .onBackpressureDrop()
                .map(tick -> Optional.<Message<LogEntry>>empty())
                .takeUntilOther(signals.whenStopping());
        return Flux.merge(AHEAD, entries, ticks)
                .<List<Message<LogEntry>>>handle((next, sink) -> {
                    if (take(batch, next)) {
                        sink.next(batch.take());
                    }
                })
                .flatMap(full -> write(full, signals), settings.concurrency(), 1)
                .then(Mono.defer(() -> write(batch.take(), signals)));
    }

    /** As many in hand as make the batches while others wait. */
    private Flux<Message<LogEntry>> messages(Signals signals) {
        return Handover.anewUntil(
                "log queue",
                () -> queue.consume(settings.size() * settings.concurrency() + AHEAD),
                signals.whenStopping(),
                LogWorker::giveBack);
    }

    private static void giveBack(Message<LogEntry> late) {
        late.nack().subscribe(done -> {}, e -> log.warn("a log entry could not be given back", e));
    }

    /** Takes the entry, or the tick; true where the batch is to be stored now. */
    private static boolean take(Batch batch, Optional<Message<LogEntry>> next) {
        if (next.isEmpty()) {
            return batch.isDueAfterTick(TICKS);
        }
        batch.add(next.get());
        return batch.isFull();
    }

    private Mono<Void> write(List<Message<LogEntry>> messages, Signals signals) {
        return messages.isEmpty()
                ? Mono.empty()
                : batcher.write(messages, signals.whenStopping(), signals.whenCutOff());
    }
}
