package dev.postern.fakes;

import dev.postern.model.DeliveryTask;
import dev.postern.model.Outage;
import dev.postern.queue.DeadLetters;
import dev.postern.queue.DeliveryQueue;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A queue that can lose its connection when something is published. */
public final class FaultyDeliveryQueue implements DeliveryQueue {

    private final DeliveryQueue queue;
    private final Faults faults;

    public FaultyDeliveryQueue(DeliveryQueue queue, Faults faults) {
        this.queue = queue;
        this.faults = faults;
    }

    @Override
    public Mono<Void> publish(List<DeliveryTask> messages) {
        return faults.around(queue.publish(messages));
    }

    @Override
    public Flux<Message<DeliveryTask>> consume(int prefetch) {
        return queue.consume(prefetch);
    }

    @Override
    public Optional<Outage> outage() {
        return queue.outage();
    }

    @Override
    public Mono<Long> depth() {
        return queue.depth();
    }

    @Override
    public DeadLetters deadLetters() {
        return queue.deadLetters();
    }
}
