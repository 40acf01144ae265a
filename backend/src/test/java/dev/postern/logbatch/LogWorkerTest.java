package dev.postern.logbatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.fakes.Faults;
import dev.postern.fakes.FaultyLogWriter;
import dev.postern.fakes.Queues;
import dev.postern.fakes.Samples;
import dev.postern.livelog.LiveLog;
import dev.postern.logstore.LogWriter;
import dev.postern.logstore.PayloadBudget;
import dev.postern.logstore.memory.MemoryLogStore;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import dev.postern.model.Outage;
import dev.postern.queue.DeadLetters;
import dev.postern.queue.LogQueue;
import dev.postern.queue.MessageQueue.Message;
import dev.postern.queue.memory.MemoryLogQueue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

class LogWorkerTest {

    private static final LogBatchSettings NEVER_BY_TIME = LogBatchSettings.DEFAULTS.withThreshold(Duration.ofHours(10));

    private final MemoryLogStore store = new MemoryLogStore();
    private final Faults faults = new Faults();
    private final FaultyLogWriter writer = new FaultyLogWriter(store, faults);
    private final AtomicInteger taken = new AtomicInteger();
    private final LogQueue queue = new MemoryLogQueue(Queues.EAGER);
    private LogWorker worker = worker(NEVER_BY_TIME.withSize(10));

    @AfterEach
    void stop() {
        run(worker.stop());
    }

    /** A busy day: batches go by size. */
    @Test
    void work_storesFullBatches() {
        publish(0, 35);

        worker.start();

        await().untilAsserted(() -> assertThat(queue.depth().block()).isEqualTo(5));
        assertThat(writer.storedSizes()).containsExactly(10, 10, 10);
    }

    /** The database is far away: several batches are on their way to it, and no more than allowed. */
    @Test
    void work_storesAsManyBatchesAtOnceAsAllowed() {
        Sinks.Empty<Void> arrived = Sinks.empty();
        var running = new AtomicInteger();
        LogWriter slow = entries -> Mono.defer(() -> {
            running.incrementAndGet();
            return arrived.asMono().then(writer.insert(entries));
        });
        LogBatchSettings settings = NEVER_BY_TIME.withSize(10).withConcurrency(2);
        worker = new LogWorker(queue, new LogBatcher(slow, settings, LiveLog.SILENT), settings);
        publish(0, 50);

        worker.start();
        await().untilAtomic(running, n -> assertThat(n).isEqualTo(2));
        assertThat(writer.storedSizes()).isEmpty();
        arrived.tryEmitEmpty();

        awaitEmptyQueue();
        assertThat(writer.storedSizes()).containsExactly(10, 10, 10, 10, 10);
    }

    /** A quiet day: one entry goes by time. */
    @Test
    void work_storesAPartialBatchWhenItsTimeHasCome() {
        worker = worker(LogBatchSettings.DEFAULTS.withThreshold(Duration.ofMillis(100)));
        worker.start();
        publish(0, 3);

        awaitEmptyQueue();

        StepVerifier.create(store.retrieveEvent(Samples.TENANT, "evt_2"))
                .expectNextCount(1)
                .verifyComplete();
    }

    /** Large payloads: memory is kept within its bound. */
    @Test
    void work_storesABatchThatHasGrownLarge() {
        worker = worker(NEVER_BY_TIME.withBytes(100_000));
        List<LogEntry> large = IntStream.range(0, 4)
                .mapToObj(i -> Samples.logEntry(eventOfSize("evt_" + i, 30_000), "hook", 1))
                .toList();
        run(queue.publish(large));

        worker.start();

        awaitEmptyQueue();
        assertThat(writer.storedSizes()).containsExactly(2, 2);
    }

    /** SIGTERM: the half-full batch is stored before the process ends. */
    @Test
    void stop_storesThePartialBatch() {
        worker = worker(NEVER_BY_TIME);
        publish(0, 7);
        worker.start();
        awaitTaken(7);

        run(worker.stop());

        assertThat(queue.depth().block()).isZero();
        assertThat(writer.storedSizes()).containsExactly(7);
        assertThat(worker.isRunning()).isFalse();
    }

    /** SIGTERM while the database hangs: entries go back, and the next process stores them. */
    @Test
    void stop_whileTheStoreHangs_losesNothing() {
        publish(0, 10);
        worker = new LogWorker(
                counted(),
                new LogBatcher(entries -> Mono.never(), NEVER_BY_TIME, LiveLog.SILENT),
                NEVER_BY_TIME.withSize(10).withDrain(Duration.ofMillis(50)));
        worker.start();
        awaitTaken(10);
        run(worker.stop());
        assertThat(queue.depth().block()).isEqualTo(10);

        worker = worker(NEVER_BY_TIME.withSize(10));
        worker.start();

        awaitEmptyQueue();
    }

    /** The database is down for a while, and comes back. */
    @Test
    void work_afterAnOutage_storesEverything() {
        faults.failAlways();
        var hasty = new LogBatchSettings(
                10,
                NEVER_BY_TIME.bytes(),
                1,
                Duration.ofMillis(20),
                2,
                Duration.ofMillis(1),
                Duration.ofMillis(10),
                Duration.ofSeconds(5));
        worker = worker(hasty);
        publish(0, 25);
        worker.start();
        await().untilAsserted(() -> assertThat(faults.failures()).isGreaterThan(20));
        assertThat(queue.depth().block()).isEqualTo(25);

        faults.recover();

        awaitEmptyQueue();
        IntStream.range(0, 25)
                .forEach(i -> StepVerifier.create(store.retrieveEvent(Samples.TENANT, "evt_" + i))
                        .expectNextCount(1)
                        .verifyComplete());
    }

    /** The process dies between the insert and the acknowledgement: what comes again is stored once. */
    @Test
    void work_entriesThatWereStoredBefore_areStoredOnce() {
        run(store.insert(List.of(Samples.logEntry("evt_0", "hook", 1))));
        publish(0, 10);

        worker.start();

        awaitEmptyQueue();
        StepVerifier.create(
                        store.destinationStates(List.of(Samples.event("evt_0").key()), PayloadBudget.unlimited()))
                .assertNext(states -> assertThat(states.values())
                        .singleElement()
                        .satisfies(state -> assertThat(state.getFirst().count()).isEqualTo(1)))
                .verifyComplete();
    }

    /** The queue's consumption breaks down: it is begun anew. */
    @Test
    void work_consumesAnewAfterAnError() {
        var subscriptions = new AtomicInteger();
        LogQueue flaky = consumedThrough(messages -> Flux.defer(() -> subscriptions.incrementAndGet() == 1
                ? Flux.error(new IllegalStateException("connection lost"))
                : messages));
        LogBatchSettings settings = NEVER_BY_TIME.withSize(1);
        worker = new LogWorker(flaky, new LogBatcher(writer, settings, LiveLog.SILENT), settings);
        publish(0, 1);

        worker.start();

        awaitEmptyQueue();
        assertThat(subscriptions).hasValue(2);
    }

    private LogWorker worker(LogBatchSettings settings) {
        return new LogWorker(counted(), new LogBatcher(writer, settings, LiveLog.SILENT), settings);
    }

    /** A process ends while its queue hands out: the next one stores the rest at once, and nothing is left behind. */
    @Test
    void stop_underLoad_leavesTheRestToTheNext() {
        var patient = new MemoryLogQueue(Queues.EAGER.withVisibility(Duration.ofMinutes(10)));
        LogBatchSettings settings = NEVER_BY_TIME.withSize(10);
        run(patient.publish(IntStream.range(0, 2_000)
                .mapToObj(i -> Samples.logEntry("evt_" + i, "hook", 1))
                .toList()));
        for (int batches = 1; batches <= 100; batches += 5) {
            int enough = batches;
            worker = new LogWorker(patient, new LogBatcher(writer, settings, LiveLog.SILENT), settings);
            worker.start();
            await().until(() -> writer.storedSizes().size() >= enough);
            run(worker.stop());
        }

        worker = new LogWorker(patient, new LogBatcher(writer, settings, LiveLog.SILENT), settings);
        worker.start();

        await().untilAsserted(() -> assertThat(patient.depth().block()).isZero());
        assertThat(writer.storedSizes().stream().mapToInt(Integer::intValue).sum())
                .isEqualTo(2_000);
    }

    private void publish(int from, int to) {
        run(queue.publish(IntStream.range(from, to)
                .mapToObj(i -> Samples.logEntry("evt_" + i, "hook", 1))
                .toList()));
    }

    private static Event eventOfSize(String id, int characters) {
        return new Event(
                id,
                Samples.TENANT,
                null,
                List.of("hook"),
                "order.created",
                true,
                Samples.TIME,
                Map.of(),
                "\"" + "x".repeat(characters) + "\"");
    }

    private LogQueue counted() {
        return consumedThrough(messages -> messages.doOnNext(message -> taken.incrementAndGet()));
    }

    private LogQueue consumedThrough(UnaryOperator<Flux<Message<LogEntry>>> change) {
        return new LogQueue() {
            @Override
            public Mono<Void> publish(List<LogEntry> messages) {
                return queue.publish(messages);
            }

            @Override
            public Flux<Message<LogEntry>> consume(int prefetch) {
                return change.apply(queue.consume(prefetch));
            }

            @Override
            public Optional<Outage> outage() {
                return Optional.empty();
            }

            @Override
            public Mono<Long> depth() {
                return queue.depth();
            }

            @Override
            public DeadLetters deadLetters() {
                return queue.deadLetters();
            }
        };
    }

    private void awaitTaken(int messages) {
        await().untilAsserted(() -> assertThat(taken).hasValue(messages));
    }

    private void awaitEmptyQueue() {
        await().untilAsserted(() -> assertThat(queue.depth().block()).isZero());
    }

    private static void run(Mono<Void> mono) {
        StepVerifier.create(mono).expectComplete().verify(Duration.ofSeconds(20));
    }
}
