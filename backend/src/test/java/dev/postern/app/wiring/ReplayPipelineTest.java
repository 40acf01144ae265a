package dev.postern.app.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.alert.AlertSettings;
import dev.postern.alert.Alerts;
import dev.postern.alert.OperatorEvents;
import dev.postern.alert.memory.MemoryFailureCounter;
import dev.postern.delivery.DeliveryHandler;
import dev.postern.delivery.DeliverySettings;
import dev.postern.delivery.DeliveryWorker;
import dev.postern.delivery.ManualRetry;
import dev.postern.delivery.RetryDispatchSettings;
import dev.postern.delivery.lanes.LaneSettings;
import dev.postern.delivery.lanes.Lanes;
import dev.postern.fakes.CountingIds;
import dev.postern.fakes.Queues;
import dev.postern.fakes.Samples;
import dev.postern.fakes.ScriptedProvider;
import dev.postern.idempotency.memory.MemoryIdempotency;
import dev.postern.livelog.LiveLog;
import dev.postern.logbatch.LogBatchSettings;
import dev.postern.logbatch.LogBatcher;
import dev.postern.logbatch.LogWorker;
import dev.postern.logstore.DeliveryFilter;
import dev.postern.logstore.memory.MemoryLogStore;
import dev.postern.model.DeliveryTask;
import dev.postern.model.LogEntry;
import dev.postern.parking.ParkingSettings;
import dev.postern.parking.memory.MemoryParkingLot;
import dev.postern.queue.QueueSettings;
import dev.postern.queue.memory.MemoryDeliveryQueue;
import dev.postern.queue.memory.MemoryLogQueue;
import dev.postern.replay.Replay;
import dev.postern.replay.ReplayPlanner;
import dev.postern.replay.ReplaySettings;
import dev.postern.replay.ReplayStatus;
import dev.postern.replay.ReplayWorker;
import dev.postern.replay.Replays;
import dev.postern.replay.StartResult;
import dev.postern.replay.memory.MemoryReplayStore;
import dev.postern.retry.RetryPolicy;
import dev.postern.retry.RetrySettings;
import dev.postern.retry.memory.MemoryRetryScheduler;
import dev.postern.tenantstore.memory.MemoryTenantStore;
import dev.postern.worker.Worker;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** A bulk retry through all that takes part in it: the log, the replay, a person's retry, the queue, and the log again. */
class ReplayPipelineTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int EVENTS = 120;
    private static final QueueSettings QUEUE = Queues.EAGER.withVisibility(Duration.ofMinutes(10));

    private final Clock clock = Clock.systemUTC();
    private final CountingIds ids = new CountingIds();
    private final ScriptedProvider provider = new ScriptedProvider();
    private final MemoryTenantStore tenants = new MemoryTenantStore(clock);
    private final MemoryLogStore log = new MemoryLogStore();
    private final MemoryDeliveryQueue queue = new MemoryDeliveryQueue(QUEUE);
    private final MemoryLogQueue logQueue = new MemoryLogQueue(QUEUE);
    private final MemoryParkingLot lot = new MemoryParkingLot(clock, ParkingSettings.DEFAULTS);
    private final MemoryIdempotency idempotency = new MemoryIdempotency(clock);
    private final ManualRetry retries =
            new ManualRetry(log, log, tenants, queue, idempotency, RetryDispatchSettings.DEFAULTS);

    private final ReplaySettings settings =
            ReplaySettings.DEFAULTS.withTimes(Duration.ofMinutes(10), Duration.ofDays(1), Duration.ofMillis(20));
    private final MemoryReplayStore store = new MemoryReplayStore(clock, settings);
    private final Replays replays =
            new Replays(new ReplayPlanner(log, log, clock, settings), store, ids, clock, settings);
    private final Worker replayWorker =
            new ReplayWorker(new ReplayWiring().replayRunner(store, log, retries, clock, settings), settings);
    private final Worker deliveryWorker = deliveryWorker();
    private final Worker logWorker = logWorker();

    @AfterEach
    void stop() {
        List.of(replayWorker, deliveryWorker, logWorker).forEach(worker -> run(worker.stop()));
    }

    /** A script has asked for one delivery so often that no more can be: all others still reach their destination, once. */
    @Test
    void replay_deliversAllButTheOneThatCannotBeQueued() {
        run(tenants.upsertTenant(Samples.TENANT, null));
        run(tenants.createDestination(Samples.destination("hook")));
        provider.answer(task -> Mono.just(ScriptedProvider.DELIVERED));
        List<LogEntry> outage = IntStream.range(0, EVENTS)
                .mapToObj(i -> Samples.logEntry("evt_" + i, "hook", 1))
                .toList();
        run(log.insert(outage));
        run(Flux.range(0, 100)
                .concatMap(i -> retries.retry(Samples.TENANT, "evt_7", "hook"))
                .then());

        Replay started = start();
        replayWorker.start();
        await().atMost(PATIENCE)
                .until(() -> now(started).queued() + now(started).skipped() == EVENTS);
        deliveryWorker.start();
        logWorker.start();
        await().atMost(PATIENCE).until(() -> !now(started).running());

        assertThat(now(started))
                .extracting(Replay::status, Replay::planned, Replay::queued, Replay::skipped, Replay::succeeded)
                .containsExactly(ReplayStatus.COMPLETED, EVENTS, EVENTS - 1, 1, EVENTS - 1);
        assertThat(provider.attempts().stream()
                        .filter(task -> !task.event().id().equals("evt_7")))
                .allMatch(DeliveryTask::manual)
                .extracting(task -> task.event().id())
                .hasSize(EVENTS - 1)
                .doesNotHaveDuplicates();
    }

    private Replay start() {
        StartResult result = Objects.requireNonNull(
                replays.start(Samples.TENANT, DeliveryFilter.ANY).block(PATIENCE));
        return ((StartResult.Started) result).replay();
    }

    private Replay now(Replay replay) {
        return Objects.requireNonNull(replays.retrieve(replay.id()).block(PATIENCE));
    }

    private DeliveryWorker deliveryWorker() {
        var delivery = DeliverySettings.DEFAULTS.withConcurrency(4);
        var handler = new DeliveryHandler(
                tenants,
                queue,
                lot,
                provider.alone(),
                new RetryPolicy.Schedule(List.of(Duration.ofHours(1))),
                new MemoryRetryScheduler(clock, RetrySettings.defaults()),
                logQueue,
                idempotency,
                new Alerts(
                        new MemoryFailureCounter(clock), tenants, OperatorEvents.NONE, clock, AlertSettings.DEFAULTS),
                ids,
                clock,
                delivery);
        return new DeliveryWorker(queue, lot, tenants, handler, new Lanes(LaneSettings.of(4), clock), delivery);
    }

    private LogWorker logWorker() {
        var batches = LogBatchSettings.DEFAULTS.withThreshold(Duration.ofMillis(50));
        return new LogWorker(logQueue, new LogBatcher(log, batches, LiveLog.SILENT), batches);
    }

    private static void run(Mono<?> mono) {
        StepVerifier.create(mono.then()).expectComplete().verify(PATIENCE);
    }
}
