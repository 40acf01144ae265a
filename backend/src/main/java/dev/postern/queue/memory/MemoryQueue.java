package dev.postern.queue.memory;

import dev.postern.model.Outage;
import dev.postern.model.Ranges;
import dev.postern.queue.BackPressure;
import dev.postern.queue.DeadLetter.Cause;
import dev.postern.queue.DeadLetterLog;
import dev.postern.queue.DeadLetters;
import dev.postern.queue.MessageCodec;
import dev.postern.queue.MessageQueue;
import dev.postern.queue.QueueSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * What both queues do. Entries wait in order; taken ones are held until they are gone, or set aside, or
 * wait again.
 */
abstract sealed class MemoryQueue<T> implements MessageQueue<T>
        permits MemoryDeliveryQueue, MemoryLogQueue, MemoryOperatorEventQueue {

    private static final String SILENCE = "its consumer fell silent";

    private final String name;
    private final QueueSettings settings;
    private final MemoryDeadLetters<T> deadLetters;
    private final Deque<Entry<T>> waiting = new ArrayDeque<>();
    private final Set<Entry<T>> held = new HashSet<>();
    private final List<MemoryConsumer<T>> consumers = new CopyOnWriteArrayList<>();

    MemoryQueue(String name, MessageCodec<T> codec, QueueSettings settings) {
        this.name = name;
        this.settings = settings;
        deadLetters = new MemoryDeadLetters<>(name, codec, settings, this);
    }

    @Override
    public final Mono<Void> publish(List<T> messages) {
        List<T> batch = BackPressure.requireBatch(messages);
        return BackPressure.append(name, settings, Mono.fromSupplier(() -> offer(batch)));
    }

    @Override
    public final Flux<Message<T>> consume(int prefetch) {
        Ranges.requireAtLeast("prefetch", prefetch, 1);
        return Flux.<Message<T>>create(sink -> {
                    var consumer = new MemoryConsumer<>(this, sink, prefetch);
                    consumers.add(consumer);
                    sink.onDispose(() -> {
                        consumers.remove(consumer);
                        List<Entry<T>> inHand = consumer.close();
                        later(
                                settings.visibility(),
                                () -> inHand.forEach(entry -> failed(entry, Cause.ABANDONED, SILENCE)));
                    });
                    sink.onRequest(n -> consumer.wake());
                })
                .doOnDiscard(MemoryConsumer.Held.class, unseen -> unseen.giveBack());
    }

    @Override
    public final Optional<Outage> outage() {
        return Optional.empty();
    }

    @Override
    public final Mono<Long> depth() {
        return Mono.fromSupplier(this::count);
    }

    @Override
    public final Mono<Instant> oldest() {
        return Mono.defer(() -> {
            synchronized (this) {
                return Mono.justOrEmpty(Stream.concat(waiting.stream(), held.stream())
                        .map(Entry::firstSeen)
                        .min(Comparator.naturalOrder()));
            }
        });
    }

    @Override
    public final DeadLetters deadLetters() {
        return deadLetters;
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
        later(settings.nackDelay(), () -> putBack(entry, entry));
    }

    /** Nobody has seen it: it goes to the front, where it came from. */
    final void giveBack(Entry<T> entry) {
        synchronized (this) {
            if (!held.remove(entry)) {
                return;
            }
            waiting.addFirst(entry.unseen());
        }
        wakeConsumers();
    }

    final synchronized void fail(Entry<T> entry, String reason) {
        if (entry.failures() + 1 >= settings.deadLetters().maxFailures()) {
            failed(entry, Cause.FAILED, reason);
        } else {
            later(settings.nackDelay(), () -> failed(entry, Cause.FAILED, reason));
        }
    }

    final synchronized void setAside(Entry<T> entry, String reason) {
        if (held.contains(entry) && !bury(entry, Cause.REFUSED, reason)) {
            later(settings.visibility(), () -> putBack(entry, entry));
        }
    }

    final boolean offer(List<T> messages) {
        synchronized (this) {
            if (count() + messages.size() > settings.capacity()) {
                return false;
            }
            messages.forEach(message -> waiting.add(Entry.of(message, now())));
        }
        wakeConsumers();
        return true;
    }

    /** By the clock that delays go by. */
    static Instant now() {
        return Instant.ofEpochMilli(Schedulers.parallel().now(TimeUnit.MILLISECONDS));
    }

    /** Hands it out again, or sets it aside where that was its last chance. */
    private synchronized void failed(Entry<T> entry, Cause cause, String reason) {
        if (!held.contains(entry)) {
            return;
        }
        Entry<T> failed = entry.failedAgain();
        if (failed.failures() < settings.deadLetters().maxFailures()) {
            putBack(entry, failed);
        } else if (!bury(entry, cause, reason)) {
            buryLater(entry, cause, reason);
        }
    }

    /** It may kill the next consumer too, so it waits where none finds it. */
    private void buryLater(Entry<T> entry, Cause cause, String reason) {
        later(settings.visibility(), () -> failed(entry, cause, reason));
    }

    private boolean bury(Entry<T> entry, Cause cause, String reason) {
        if (deadLetters.add(entry, cause, reason)) {
            held.remove(entry);
            return true;
        }
        DeadLetterLog.noRoom(name, String.valueOf(entry.body()), cause, reason);
        return false;
    }

    private void putBack(Entry<T> entry, Entry<T> changed) {
        synchronized (this) {
            if (!held.remove(entry)) {
                return;
            }
            waiting.add(changed);
        }
        wakeConsumers();
    }

    private void wakeConsumers() {
        consumers.forEach(MemoryConsumer::wake);
    }

    private static void later(Duration delay, Runnable step) {
        Mono.delay(delay).subscribe(tick -> step.run());
    }

    private synchronized long count() {
        return (long) waiting.size() + held.size();
    }
}
