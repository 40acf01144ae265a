package dev.postern.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.postern.fakes.CountingIds;
import dev.postern.fakes.Said;
import dev.postern.fakes.Samples;
import dev.postern.idempotency.ClaimKey;
import dev.postern.idempotency.Idempotency;
import dev.postern.idempotency.memory.MemoryIdempotency;
import dev.postern.model.RetryTask;
import dev.postern.model.Trace;
import dev.postern.retry.RetryScheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.scheduler.VirtualTimeScheduler;

class RetryWorkerTest {

    private final Workshop workshop = new Workshop();
    private final RetryWorker worker =
            new RetryWorker(workshop.dispatcher, RetryDispatchSettings.DEFAULTS.withLongestIdle(Duration.ofMillis(20)));

    @AfterEach
    void stop() {
        Workshop.run(worker.stop());
    }

    /** A receiver was down for an hour: everything that failed meanwhile is due. */
    @Test
    void work_dispatchesABacklog() {
        for (int i = 0; i < 50; i++) {
            due("evt_" + i);
        }

        worker.start();

        await().untilAsserted(() -> assertThat(workshop.queue.depth().block()).isEqualTo(50));
        assertThat(workshop.queued())
                .extracting(task -> task.event().id())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 50).mapToObj(i -> "evt_" + i).toList());
    }

    /** The ordinary day: one falls due while nothing else happens. */
    @Test
    void work_findsWhatFallsDueLater() {
        worker.start();
        workshop.schedule("evt_1", Duration.ofSeconds(5));
        Workshop.run(workshop.logStore.insert(List.of(Samples.logEntry("evt_1", "hook", 1))));

        workshop.clock.advance(Duration.ofSeconds(5));

        await().untilAsserted(() -> assertThat(workshop.queue.depth().block()).isEqualTo(1));
    }

    /** Two are due and the second takes its time, while the other lanes find nothing: it is not cut off. */
    @Test
    void work_besideLanesThatFindNothing_finishesASlowRetry() {
        due("evt_1");
        due("evt_2");
        var slow = new RetryWorker(
                new RetryDispatcher(
                        workshop.scheduler,
                        workshop.logStore,
                        workshop.queue,
                        workshop.logQueue,
                        slow(workshop.idempotency),
                        new CountingIds(),
                        workshop.clock,
                        RetryDispatchSettings.DEFAULTS),
                RetryDispatchSettings.DEFAULTS);

        slow.start();

        await().untilAsserted(() -> assertThat(workshop.queue.depth().block()).isEqualTo(2));
        Workshop.run(slow.stop());
    }

    /** Redis is away for a while. */
    @Test
    void work_survivesFailures() {
        due("evt_1");
        workshop.scheduleFaults.failNext(3);

        try (var said = new Said(RetryWorker.class)) {
            worker.start();

            await().untilAsserted(
                            () -> assertThat(workshop.queue.depth().block()).isEqualTo(1));
            assertThat(said.lines()).hasSize(3).allMatch(line -> line.startsWith("retries could not be dispatched"));
            assertThat(said.stackTraces()).isEqualTo(1);
        }
        assertThat(workshop.scheduleFaults.failures()).isEqualTo(3);
        assertThat(worker.isRunning()).isTrue();
    }

    /** Nothing is due for hours: the schedule is looked at once a second, no more. */
    @Test
    void work_whileIdle_looksLessAndLessOften() {
        VirtualTimeScheduler time = VirtualTimeScheduler.getOrSet();
        try {
            var looks = new AtomicInteger();
            var idle = new RetryWorker(
                    new RetryDispatcher(
                            lookedAt(looks),
                            workshop.logStore,
                            workshop.queue,
                            workshop.logQueue,
                            new MemoryIdempotency(workshop.clock),
                            new CountingIds(),
                            workshop.clock,
                            RetryDispatchSettings.DEFAULTS),
                    RetryDispatchSettings.DEFAULTS);
            idle.start();

            time.advanceTimeBy(Duration.ofMillis(1_500));
            assertThat(looks).hasValue(5);
            time.advanceTimeBy(Duration.ofMinutes(10));
            assertThat(looks).hasValue(605);
            Workshop.run(idle.stop());
        } finally {
            VirtualTimeScheduler.reset();
        }
    }

    /** SIGTERM while it is idle: it ends at once. */
    @Test
    void stop_whileIdle_endsAtOnce() {
        var sleepy = new RetryWorker(
                workshop.dispatcher, RetryDispatchSettings.DEFAULTS.withLongestIdle(Duration.ofHours(1)));
        sleepy.start();

        Workshop.run(sleepy.stop());

        assertThat(sleepy.isRunning()).isFalse();
    }

    /** A setting is mistyped. */
    @Test
    void settings_outOfRange_areRefusedWithTheExpectation() {
        assertThatThrownBy(() -> RetryDispatchSettings.DEFAULTS.withRemember(Duration.ZERO))
                .hasMessage("remember: PT0S (expected: > 0)");
        assertThatThrownBy(() -> DeliverySettings.DEFAULTS.withConcurrency(0))
                .hasMessage("concurrency: 0 (expected: 1..10000)");
        assertThatThrownBy(() -> DeliverySettings.DEFAULTS.withDrain(Duration.ofSeconds(-1)))
                .hasMessage("drain: PT-1S (expected: >= 0)");
    }

    /** The claim on an attempt must not lapse while it can still go on. */
    @Test
    void settings_claimOutlivesTheAttempt() {
        DeliverySettings slow = DeliverySettings.DEFAULTS.withTimeout(Duration.ofMinutes(5));

        assertThat(slow.claim()).isGreaterThan(slow.cutOff());
    }

    private void due(String eventId) {
        Workshop.run(workshop.logStore.insert(List.of(Samples.logEntry(eventId, "hook", 1))));
        workshop.schedule(eventId, Duration.ZERO);
    }

    private static Idempotency slow(Idempotency idempotency) {
        return new Idempotency() {
            @Override
            public <T> Mono<Outcome<T>> once(ClaimKey key, Duration claim, Duration remember, Mono<T> work) {
                return Mono.delay(Duration.ofMillis(100)).then(idempotency.once(key, claim, remember, work));
            }
        };
    }

    private static RetryScheduler lookedAt(AtomicInteger looks) {
        return new RetryScheduler() {
            @Override
            public Mono<DueRetry> receive() {
                return Mono.<DueRetry>empty().doOnSubscribe(s -> looks.incrementAndGet());
            }

            @Override
            public Mono<Void> schedule(RetryTask task, int afterAttempt, Duration delay, @Nullable Trace trace) {
                return Mono.empty();
            }

            @Override
            public Mono<Void> cancel(RetryTask task) {
                return Mono.empty();
            }

            @Override
            public Mono<Void> complete(DueRetry retry) {
                return Mono.empty();
            }

            @Override
            public Mono<Void> postpone(DueRetry retry, Duration delay) {
                return Mono.empty();
            }

            @Override
            public Mono<Map<RetryTask, Instant>> dueTimes(Collection<RetryTask> tasks) {
                return Mono.just(Map.of());
            }

            @Override
            public Mono<Instant> earliestDue() {
                return Mono.empty();
            }

            @Override
            public Mono<Long> pending() {
                return Mono.just(0L);
            }
        };
    }
}
