package dev.postern.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.fakes.Queues;
import dev.postern.model.OperatorEvent;
import dev.postern.queue.memory.MemoryOperatorEventQueue;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

class OperatorEventWorkerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final OperatorEvent EVENT =
            new OperatorEvent("id_1", "attempt.failed", "{\"id\":\"id_1\",\"topic\":\"attempt.failed\"}");

    private final MemoryOperatorEventQueue queue = new MemoryOperatorEventQueue(Queues.EAGER);
    private final List<OperatorEvent> sent = new CopyOnWriteArrayList<>();
    private final AtomicInteger refusals = new AtomicInteger();
    private final OperatorEventWorker worker = worker(event -> {
        sent.add(event);
        return refusals.getAndDecrement() > 0 ? Mono.error(new IllegalStateException("503")) : Mono.empty();
    });

    @AfterEach
    void stop() {
        worker.stop().block(PATIENCE);
    }

    /** The receiver is being restarted. */
    @Test
    void work_notTaken_isSentAgainAsItWas() {
        refusals.set(2);
        queue.publish(List.of(EVENT)).block();
        worker.start();
        awaitEmpty();
        assertThat(sent).containsExactly(EVENT, EVENT, EVENT);
    }

    /** The receiver is gone: those behind get their turn. */
    @Test
    void work_neverTaken_isGivenUp() {
        refusals.set(Integer.MAX_VALUE);
        queue.publish(List.of(EVENT)).block();
        worker.start();
        awaitEmpty();
        assertThat(sent).hasSize(3);
    }

    /** The process stops while the receiver hangs: another process sends it. */
    @Test
    void stop_whileOneIsBeingSent_givesItBack() {
        AtomicInteger sending = new AtomicInteger();
        var hanging = worker(event -> {
            sending.incrementAndGet();
            return Mono.never();
        });
        queue.publish(List.of(EVENT)).block();
        hanging.start();
        await().atMost(PATIENCE).until(() -> sending.get() == 1);

        hanging.stop().block(PATIENCE);
        assertThat(hanging.isRunning()).isFalse();

        worker.start();
        awaitEmpty();
        assertThat(sent).containsExactly(EVENT);
    }

    private OperatorEventWorker worker(OperatorEventSink sink) {
        return new OperatorEventWorker(queue, sink, 3, Duration.ofMillis(1), Duration.ofMillis(1));
    }

    private void awaitEmpty() {
        await().atMost(PATIENCE).until(() -> Objects.equals(queue.depth().block(), 0L));
    }
}
