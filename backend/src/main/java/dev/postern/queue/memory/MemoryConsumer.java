package dev.postern.queue.memory;

import dev.postern.queue.MessageQueue.Message;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Hands entries to one subscriber, on a thread other than the publisher's, as fast as it wants them. */
final class MemoryConsumer<T> {

    private final MemoryQueue<T> queue;
    private final FluxSink<Message<T>> sink;
    private final int prefetch;
    private final Set<Entry<T>> inHand = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean awake = new AtomicBoolean();
    private final Scheduler.Worker worker = Schedulers.parallel().createWorker();

    MemoryConsumer(MemoryQueue<T> queue, FluxSink<Message<T>> sink, int prefetch) {
        this.queue = queue;
        this.sink = sink;
        this.prefetch = prefetch;
    }

    void wake() {
        if (!sink.isCancelled() && awake.compareAndSet(false, true)) {
            worker.schedule(this::handOut);
        }
    }

    /** Stops, and tells what is still in hand. */
    List<Entry<T>> close() {
        worker.dispose();
        return List.copyOf(inHand);
    }

    private void handOut() {
        awake.set(false);
        while (!sink.isCancelled() && sink.requestedFromDownstream() > 0 && inHand.size() < prefetch) {
            Entry<T> entry = queue.take();
            if (entry == null) {
                return;
            }
            inHand.add(entry);
            sink.next(new Held(entry));
        }
    }

    /** An entry on its way out, and in hand. */
    final class Held implements Message<T> {

        private final Entry<T> entry;

        Held(Entry<T> entry) {
            this.entry = entry;
        }

        @Override
        public T body() {
            return entry.body();
        }

        @Override
        public int receives() {
            return entry.receives();
        }

        @Override
        public int failures() {
            return entry.failures();
        }

        @Override
        public Mono<Void> ack() {
            return settle(() -> queue.forget(entry));
        }

        @Override
        public Mono<Void> nack() {
            return settle(() -> queue.refuse(entry));
        }

        @Override
        public Mono<Void> fail(String reason) {
            return settle(() -> queue.fail(entry, reason));
        }

        @Override
        public Mono<Void> setAside(String reason) {
            return settle(() -> queue.setAside(entry, reason));
        }

        /** It was cancelled while this was on its way. */
        void giveBack() {
            inHand.remove(entry);
            queue.giveBack(entry);
        }

        private Mono<Void> settle(Runnable how) {
            return Mono.fromRunnable(() -> {
                how.run();
                inHand.remove(entry);
                wake();
            });
        }
    }
}
