package dev.postern.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.fakes.Queues;
import dev.postern.fakes.SettableClock;
import dev.postern.model.OperatorEvent;
import dev.postern.queue.memory.MemoryOperatorEventQueue;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;

class OutboxTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration WAIT = Duration.ofSeconds(60);

    private final SettableClock clock = new SettableClock();
    private final MemoryOperatorEventQueue queue =
            new MemoryOperatorEventQueue(Queues.EAGER.withCapacity(1).withPublishWait(Duration.ZERO));
    private final Outbox outbox = new Outbox(queue, WAIT, clock);
    private final AtomicBoolean done = new AtomicBoolean();

    /** The receiver is slow for a while: what is told of waits, and nothing is lost. */
    @Test
    void put_full_waitsForRoom() {
        put("a");
        begin("b");
        assertThat(done).isFalse();
        assertThat(Queues.drain(queue)).extracting(OperatorEvent::id).containsExactly("a");
        await().atMost(PATIENCE).untilTrue(done);
        assertThat(Queues.drain(queue)).extracting(OperatorEvent::id).containsExactly("b");
        assertThat(outbox.dropped()).isZero();
    }

    /** The receiver is gone for hours: deliveries go on, and somebody can see what it costs. */
    @Test
    void put_fullForTooLong_dropsAtOnceAndCounts() {
        put("a");
        Disposable waiting = begin("b");
        assertThat(waiting.isDisposed()).isFalse();
        clock.advance(WAIT);
        await().atMost(PATIENCE).untilTrue(done);
        put("c");
        put("d");
        assertThat(outbox.dropped()).isEqualTo(3);
        assertThat(Queues.drain(queue)).extracting(OperatorEvent::id).containsExactly("a");
    }

    /** A dead receiver takes one now and then: each of those must not buy the others a minute of everybody's time. */
    @Test
    void put_roomForOneAmongMany_isNoNewPatience() {
        put("a");
        begin("b");
        clock.advance(WAIT);
        await().atMost(PATIENCE).untilTrue(done);
        Queues.drain(queue);
        put("c");
        put("d");
        assertThat(outbox.dropped()).isEqualTo(2);
        assertThat(Queues.drain(queue)).extracting(OperatorEvent::id).containsExactly("c");
    }

    /** It has recovered, and much later falls ill again. */
    @Test
    void put_afterAQuietTime_waitsAgain() {
        put("a");
        begin("b");
        clock.advance(WAIT);
        await().atMost(PATIENCE).untilTrue(done);
        clock.advance(WAIT);
        done.set(false);
        begin("c");
        assertThat(done).isFalse();
        Queues.drain(queue);
        await().atMost(PATIENCE).untilTrue(done);
        assertThat(Queues.drain(queue)).extracting(OperatorEvent::id).containsExactly("c");
        assertThat(outbox.dropped()).isEqualTo(1);
    }

    private void put(String id) {
        outbox.put(event(id)).block(PATIENCE);
    }

    private Disposable begin(String id) {
        return outbox.put(event(id)).doFinally(signal -> done.set(true)).subscribe();
    }

    private static OperatorEvent event(String id) {
        return new OperatorEvent(id, "attempt.failed", "{\"id\":\"%s\",\"topic\":\"attempt.failed\"}".formatted(id));
    }
}
