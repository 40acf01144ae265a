package dev.postern.delivery;

import dev.postern.alert.AlertSettings;
import dev.postern.alert.Alerts;
import dev.postern.alert.OperatorEvents;
import dev.postern.alert.OperatorTopics;
import dev.postern.alert.memory.MemoryFailureCounter;
import dev.postern.delivery.lanes.LaneSettings;
import dev.postern.delivery.lanes.Lanes;
import dev.postern.fakes.CountingIds;
import dev.postern.fakes.Faults;
import dev.postern.fakes.FaultyDeliveryQueue;
import dev.postern.fakes.FaultyIdempotency;
import dev.postern.fakes.FaultyLogQueue;
import dev.postern.fakes.FaultyRetryScheduler;
import dev.postern.fakes.Queues;
import dev.postern.fakes.Samples;
import dev.postern.fakes.ScriptedProvider;
import dev.postern.fakes.SettableClock;
import dev.postern.idempotency.Idempotency;
import dev.postern.idempotency.memory.MemoryIdempotency;
import dev.postern.logstore.memory.MemoryLogStore;
import dev.postern.model.DeliveryTask;
import dev.postern.model.Destination;
import dev.postern.model.DestinationKey;
import dev.postern.model.LogEntry;
import dev.postern.model.RetryTask;
import dev.postern.parking.ParkingSettings;
import dev.postern.parking.memory.MemoryParkingLot;
import dev.postern.queue.DeliveryQueue;
import dev.postern.queue.LogQueue;
import dev.postern.queue.MessageQueue.Message;
import dev.postern.queue.memory.MemoryDeliveryQueue;
import dev.postern.queue.memory.MemoryLogQueue;
import dev.postern.queue.memory.MemoryOperatorEventQueue;
import dev.postern.retry.RetryPolicy;
import dev.postern.retry.RetryScheduler;
import dev.postern.retry.RetrySettings;
import dev.postern.retry.memory.MemoryRetryScheduler;
import dev.postern.tenantstore.memory.MemoryTenantStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** The room's classes on memory adapters, with a fault to switch on in each port that is written to. */
final class Workshop {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** After so many in a row a destination is disabled. */
    static final int FAILURES = 20;

    final SettableClock clock = new SettableClock();
    final ScriptedProvider provider = new ScriptedProvider();
    final MemoryTenantStore tenants = new MemoryTenantStore(clock);
    final MemoryLogStore logStore = new MemoryLogStore();
    final RetryPolicy policy = new RetryPolicy.Schedule(List.of(Duration.ofSeconds(5), Duration.ofSeconds(60)));

    final Faults logFaults = new Faults();
    final Faults queueFaults = new Faults();
    final Faults scheduleFaults = new Faults();
    final Faults claimFaults = new Faults();

    final LogQueue logQueue = new FaultyLogQueue(new MemoryLogQueue(Queues.EAGER), logFaults);
    final DeliveryQueue queue = new FaultyDeliveryQueue(new MemoryDeliveryQueue(Queues.EAGER), queueFaults);
    final RetryScheduler scheduler =
            new FaultyRetryScheduler(new MemoryRetryScheduler(clock, RetrySettings.defaults()), scheduleFaults);
    final Idempotency idempotency = new FaultyIdempotency(new MemoryIdempotency(clock), claimFaults);

    final MemoryParkingLot lot = new MemoryParkingLot(clock, ParkingSettings.DEFAULTS);

    final MemoryFailureCounter failures = new MemoryFailureCounter(clock);
    final MemoryOperatorEventQueue told = new MemoryOperatorEventQueue(Queues.EAGER);
    final Alerts alerts = new Alerts(
            failures,
            tenants,
            new OperatorEvents(
                    told, new OperatorTopics(List.of("alert.attempt.exhausted_retries")), null, Duration.ZERO, clock),
            clock,
            new AlertSettings(FAILURES, true, Optional.of(Duration.ZERO)));

    final DeliveryHandler handler = new DeliveryHandler(
            tenants,
            queue,
            lot,
            provider.alone(),
            policy,
            scheduler,
            logQueue,
            idempotency,
            alerts,
            new CountingIds(),
            clock,
            DeliverySettings.DEFAULTS);
    final RetryDispatcher dispatcher = new RetryDispatcher(
            scheduler,
            logStore,
            queue,
            logQueue,
            idempotency,
            new CountingIds(),
            clock,
            RetryDispatchSettings.DEFAULTS);
    final ManualRetry manualRetry =
            new ManualRetry(logStore, logStore, tenants, queue, idempotency, RetryDispatchSettings.DEFAULTS);

    Workshop() {
        run(tenants.upsertTenant(Samples.TENANT, null));
        store(Samples.destination("hook"));
    }

    void store(Destination destination) {
        run(tenants.createDestination(destination));
    }

    void disable(String destinationId) {
        run(tenants.updateDestination(
                new DestinationKey(Samples.TENANT, destinationId), old -> old.withDisabledAt(clock.instant())));
    }

    Destination destination(String destinationId) {
        return tenants.retrieveDestination(new DestinationKey(Samples.TENANT, destinationId))
                .blockOptional(PATIENCE)
                .orElseThrow();
    }

    void reconfigure(String destinationId, Map<String, String> config) {
        run(tenants.updateDestination(
                new DestinationKey(Samples.TENANT, destinationId), old -> old.withConfig(config)));
    }

    void enable(String destinationId) {
        run(tenants.updateDestination(
                new DestinationKey(Samples.TENANT, destinationId), old -> old.withDisabledAt(null)));
    }

    /** A worker of {@code slots}, any of which may go to one destination. */
    DeliveryWorker worker(DeliverySettings settings) {
        int slots = settings.concurrency();
        return worker(settings, LaneSettings.of(slots).withPerDestination(slots).withPerTenant(slots));
    }

    DeliveryWorker worker(DeliverySettings settings, LaneSettings lanes) {
        return worker(queue, settings, lanes);
    }

    DeliveryWorker worker(DeliveryQueue consumed, DeliverySettings settings, LaneSettings lanes) {
        return new DeliveryWorker(consumed, lot, tenants, handler, new Lanes(lanes, clock), settings);
    }

    void delete(String destinationId) {
        run(tenants.deleteDestination(new DestinationKey(Samples.TENANT, destinationId)));
    }

    void handle(Message<DeliveryTask> message) {
        run(handler.handle(message));
    }

    boolean dispatchNext() {
        return dispatcher.dispatchNext().blockOptional(PATIENCE).orElseThrow();
    }

    /** What was sent to the log, taken off its queue and stored. */
    List<LogEntry> flushLog() {
        List<LogEntry> entries = Queues.drain(logQueue);
        run(logStore.insert(entries));
        return entries;
    }

    List<DeliveryTask> queued() {
        return Queues.drain(queue);
    }

    void schedule(String eventId, Duration delay) {
        run(scheduler.schedule(retry(eventId), 0, delay));
    }

    /** In how long the event's retry at the hook is due. */
    Optional<Duration> dueIn(String eventId) {
        Instant due = scheduler
                .dueTimes(List.of(retry(eventId)))
                .blockOptional(PATIENCE)
                .orElseThrow()
                .get(retry(eventId));
        return Optional.ofNullable(due).map(at -> Duration.between(clock.instant(), at));
    }

    static RetryTask retry(String eventId) {
        return new RetryTask(eventId, Samples.TENANT, "hook");
    }

    static void run(Mono<?> mono) {
        StepVerifier.create(mono.then()).expectComplete().verify(PATIENCE);
    }
}
