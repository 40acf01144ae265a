package dev.postern.alert;

import dev.postern.model.OperatorEvent;
import dev.postern.model.Ranges;
import dev.postern.queue.MessageQueue.Message;
import dev.postern.queue.OperatorEventQueue;
import dev.postern.worker.Handover;
import dev.postern.worker.Worker;
import dev.postern.worker.WorkerLoop;
import dev.postern.worker.WorkerLoop.Signals;
import dev.postern.worker.WorkerState;
import java.time.Duration;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** Sends the queued operator events, each until it is taken, or was tried often enough; then it is logged. */
public final class OperatorEventWorker implements Worker {

    private static final Logger log = LoggerFactory.getLogger(OperatorEventWorker.class);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final int AT_ONCE = 16;

    private final OperatorEventQueue queue;
    private final OperatorEventSink sink;
    private final int tries;
    private final Duration firstPause;
    private final WorkerLoop loop;

    /**
     * @param tries how often one is sent; at least 1
     * @param firstPause how long after the first try the second follows; doubled with each
     * @param drain how long a stopping worker waits for what is being sent
     */
    public OperatorEventWorker(
            OperatorEventQueue queue, OperatorEventSink sink, int tries, Duration firstPause, Duration drain) {
        Ranges.requireAtLeast("tries", tries, 1);
        this.queue = queue;
        this.sink = sink;
        this.tries = tries;
        this.firstPause = firstPause;
        this.loop = new WorkerLoop("operator events", drain, this::work, queue::outage);
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
        return Handover.anewUntil(
                        "queue of operator events",
                        () -> queue.consume(AT_ONCE),
                        signals.whenStopping(),
                        OperatorEventWorker::giveBack)
                .flatMap(message -> handle(message, signals), AT_ONCE, 1)
                .then();
    }

    private static void giveBack(Message<OperatorEvent> late) {
        late.nack()
                .subscribe(
                        done -> {},
                        e -> log.warn(
                                "an operator event could not be given back: id={}",
                                late.body().id(),
                                e));
    }

    /** What is cut off, or waits for its next try when the worker stops, is sent by the next process. */
    private Mono<Void> handle(Message<OperatorEvent> message, Signals signals) {
        Mono<Boolean> done = send(message.body()).thenReturn(true);
        Mono<Boolean> cutOff = signals.whenCutOff().thenReturn(false);
        return Mono.firstWithSignal(cutOff, done)
                .flatMap(sent -> sent ? message.ack() : message.nack())
                .onErrorResume(e -> {
                    log.warn(
                            "an operator event stays in hand: id={}",
                            message.body().id(),
                            e);
                    return Mono.empty();
                });
    }

    private Mono<Void> send(OperatorEvent event) {
        return Mono.defer(() -> sink.send(event))
                .retryWhen(Retry.backoff(tries - 1L, firstPause)
                        .maxBackoff(LONGEST_PAUSE)
                        .onRetryExhaustedThrow((spec, signal) -> signal.failure()))
                .onErrorResume(e -> {
                    log.error(
                            "an operator event is given up after {} tries: id={} topic={} reason={}",
                            tries,
                            event.id(),
                            event.topic(),
                            Objects.toString(e));
                    return Mono.empty();
                });
    }
}
