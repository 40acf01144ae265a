package dev.postern.queue.memory;

import dev.postern.queue.BackPressure;
import dev.postern.queue.MessageQueue;
import dev.postern.queue.QueueSettings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What both queues do. Entries wait in order; taken ones are held until they are gone or wait again. */
abstract sealed class MemoryQueue<T> implements MessageQueue<T> permits MemoryDeliveryQueue, MemoryLogQueue {

    private final String name;
    private final QueueSettings settings;
    private final Deque<Entry<T>> waiting = new ArrayDeque<>();
    private final Set<Entry<T>> held = new HashSet<>();
    private final List<MemoryConsumer<T>> consumers = new CopyOnWriteArrayList<>();

    MemoryQueue(String name, QueueSettings settings) {
        this.name = name;
        this.settings = settings;
    }

    @Override
    public final Mono<Void> publish(List<T> messages) {
        List<T> batch = BackPressure.requireBatch(messages);
        return BackPressure.append(name, settings, Mono.fromSupplier(() -> offer(batch)));
    }

    @Override
    public final Flux<Message<T>> consume(int prefetch) {
        if (prefetch < 1) {
            throw new IllegalArgumentException("prefetch: %d (expected: >= 1)".formatted(prefetch));
        }
        return Flux.create(sink -> {
            var consumer = new MemoryConsumer<>(this, sink, prefetch);
            consumers.add(consumer);
            sink.onDispose(() -> {
                consumers.remove(consumer);
                putBackLater(consumer.close(), settings.visibility());
            });
            sink.onRequest(n -> consumer.wake());
        });
    }

    @Override
    public final Mono<Long> depth() {
        return Mono.fromSupplier(this::count);
    }

    final synchronized @Nullable Entry<T> take() {
        Entry<T> entry = waiting.poll();
        if (entry == null) {
            return null;
        }
        Entry<T> taken = entry.receivedAgain();
        held.add(taken);
        return taken;
    }

    final synchronized void forget(Entry<T> entry) {
        held.remove(entry);
    }

    final void refuse(Entry<T> entry) {
        putBackLater(List.of(entry), settings.nackDelay());
    }

    private void putBackLater(Collection<Entry<T>> entries, Duration delay) {
        if (!entries.isEmpty()) {
            Mono.delay(delay).subscribe(tick -> putBack(entries));
        }
    }

    private void putBack(Collection<Entry<T>> entries) {
        synchronized (this) {
            entries.stream().filter(held::remove).forEach(waiting::add);
        }
        consumers.forEach(MemoryConsumer::wake);
    }

    private boolean offer(List<T> messages) {
        synchronized (this) {
            if (count() + messages.size() > settings.capacity()) {
                return false;
            }
            messages.forEach(message -> waiting.add(new Entry<>(new Object(), message, 0)));
        }
        consumers.forEach(MemoryConsumer::wake);
        return true;
    }

    private synchronized long count() {
        return (long) waiting.size() + held.size();
    }

    /** A message and how often it was handed out; the identity tells equal bodies apart. */
    record Entry<T>(Object identity, T body, int receives) {

        Entry<T> receivedAgain() {
            return new Entry<>(identity, body, receives + 1);
        }
    }
}
