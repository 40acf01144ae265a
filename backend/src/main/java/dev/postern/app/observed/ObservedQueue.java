package dev.postern.app.observed;

import dev.postern.model.Outage;
import dev.postern.queue.DeadLetters;
import dev.postern.queue.MessageQueue;
import io.micrometer.core.instrument.Tags;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A queue, of which is measured how it takes messages and what becomes of those that it hands out. */
abstract class ObservedQueue<T> implements MessageQueue<T> {

    private final MessageQueue<T> queue;
    private final Tags name;
    private final Watch publishing;
    private final Settled settled;

    ObservedQueue(MessageQueue<T> queue, String name, Watch publishing, Settled settled) {
        this.queue = queue;
        this.name = Tags.of("queue", name);
        this.publishing = publishing;
        this.settled = settled;
    }

    @Override
    public Mono<Void> publish(List<T> messages) {
        return publishing.time(queue.publish(messages), name);
    }

    @Override
    public Flux<Message<T>> consume(int prefetch) {
        return queue.consume(prefetch).map(this::observed);
    }

    /** The message as it is handed on. */
    Message<T> observed(Message<T> message) {
        return new ObservedMessage<>(message, message.body(), how -> settled.count(name, how));
    }

    @Override
    public final Optional<Outage> outage() {
        return queue.outage();
    }

    @Override
    public final Mono<Long> depth() {
        return queue.depth();
    }

    @Override
    public final Mono<Instant> oldest() {
        return queue.oldest();
    }

    @Override
    public final DeadLetters deadLetters() {
        return queue.deadLetters();
    }
}
