package dev.postern.delivery;

import dev.postern.model.DeliveryTask;
import dev.postern.queue.DeliveryQueue;
import dev.postern.queue.MessageQueue.Message;
import dev.postern.worker.Worker;
import dev.postern.worker.WorkerLoop;
import dev.postern.worker.WorkerLoop.Signals;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Takes tasks off the delivery queue, as many at once as it may. Stopped, it takes no more; attempts
 * that have no outcome after the drain time are cut off and their tasks refused, for another process to
 * make.
 */
public final class DeliveryWorker implements Worker {

    private static final Logger log = LoggerFactory.getLogger(DeliveryWorker.class);

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final DeliveryQueue queue;
    private final DeliveryHandler handler;
    private final DeliverySettings settings;
    private final WorkerLoop loop;

    public DeliveryWorker(DeliveryQueue queue, DeliveryHandler handler, DeliverySettings settings) {
        this.queue = queue;
        this.handler = handler;
        this.settings = settings;
        this.loop = new WorkerLoop("delivery", settings.drain(), this::work);
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

    private Mono<Void> work(Signals signals) {
        return Flux.defer(() -> queue.consume(settings.concurrency()))
                .retryWhen(Retry.backoff(Long.MAX_VALUE, FIRST_PAUSE)
                        .maxBackoff(LONGEST_PAUSE)
                        .transientErrors(true)
                        .doBeforeRetry(signal -> log.warn("the delivery queue is consumed anew", signal.failure())))
                .takeUntilOther(signals.whenStopping())
                .flatMap(message -> handle(message, signals), settings.concurrency())
                .then();
    }

    /** A message that could not be settled is handed out again after the queue's visibility time. */
    private Mono<Void> handle(Message<DeliveryTask> message, Signals signals) {
        return handler.handle(message, signals.whenCutOff()).onErrorResume(e -> {
            log.warn("a delivery task could not be settled: {}", message.body(), e);
            return Mono.empty();
        });
    }
}
