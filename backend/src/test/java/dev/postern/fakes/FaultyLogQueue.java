package dev.postern.fakes;

import dev.postern.model.LogEntry;
import dev.postern.model.Outage;
import dev.postern.queue.DeadLetters;
import dev.postern.queue.LogQueue;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A queue that can lose its connection when something is published. */
public final class FaultyLogQueue implements LogQueue {

    private final LogQueue queue;
    private final Faults faults;

    public FaultyLogQueue(LogQueue queue, Faults faults) {
        this.queue = queue;
        this.faults = faults;
    }

    @Override
    public Mono<Void> publish(List<LogEntry> messages) {
        return faults.around(queue.publish(messages));
    }

    @Override
    public Flux<Message<LogEntry>> consume(int prefetch) {
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
