package dev.postern.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.alert.AlertSettings;
import dev.postern.alert.Alerts;
import dev.postern.alert.OperatorEvents;
import dev.postern.alert.memory.MemoryFailureCounter;
import dev.postern.delivery.DeliveryHandler;
import dev.postern.delivery.DeliverySettings;
import dev.postern.delivery.DeliveryWorker;
import dev.postern.delivery.RetryDispatchSettings;
import dev.postern.delivery.RetryDispatcher;
import dev.postern.delivery.RetryWorker;
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
import dev.postern.logstore.DeliveryQuery;
import dev.postern.logstore.memory.MemoryLogStore;
import dev.postern.model.Delivery;
import dev.postern.model.Event;
import dev.postern.model.IdGenerator;
import dev.postern.model.PageRequest;
import dev.postern.parking.ParkingSettings;
import dev.postern.parking.memory.MemoryParkingLot;
import dev.postern.publish.EventPublisher;
import dev.postern.publish.EventPublisherSettings;
import dev.postern.publish.PublishResult;
import dev.postern.queue.DeadLetter;
import dev.postern.queue.MessageQueue;
import dev.postern.queue.QueueSettings;
import dev.postern.queue.memory.MemoryDeliveryQueue;
import dev.postern.queue.memory.MemoryLogQueue;
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

class PipelineTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** What came back by its consumer's silence alone would come too late. */
    private static final QueueSettings QUEUE = Queues.EAGER.withVisibility(Duration.ofMinutes(10));

    private final Clock clock = Clock.systemUTC();
    private final IdGenerator ids = new CountingIds();
    private final ScriptedProvider provider = new ScriptedProvider();
    private final MemoryTenantStore tenants = new MemoryTenantStore(clock);
    private final MemoryLogStore log = new MemoryLogStore();
    private final MemoryDeliveryQueue queue = new MemoryDeliveryQueue(QUEUE);
    private final MemoryParkingLot lot = new MemoryParkingLot(clock, ParkingSettings.DEFAULTS);
    private final MemoryLogQueue logQueue = new MemoryLogQueue(QUEUE);
    private final MemoryRetryScheduler scheduler = new MemoryRetryScheduler(clock, RetrySettings.defaults());
    private final MemoryIdempotency idempotency = new MemoryIdempotency(clock);
    private final RetryPolicy policy = new RetryPolicy.Schedule(List.of(Duration.ZERO, Duration.ZERO));

    private final EventPublisher publisher =
            new EventPublisher(tenants, queue, idempotency, EventPublisherSettings.DEFAULTS);
    private final List<Worker> workers = List.of(deliveryWorker(), logWorker(), retryWorker());

    @AfterEach
    void stop() {
        workers.forEach(worker -> run(worker.stop()));
    }

    /** The main job, with receivers of every kind. */
    @Test
    void events_areDeliveredRetriedAndLogged() {
        provider.answer(task -> Mono.just(
                task.destinationId().equals("flaky") && task.attempt() < 3
                        ? ScriptedProvider.REJECTED
                        : ScriptedProvider.DELIVERED));
        store("good", "flaky");
        workers.forEach(Worker::start);

        publish(20);

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(logged()).hasSize(80));
        for (int i = 0; i < 20; i++) {
            String id = "evt_" + i;
            assertThat(attemptsOf(id, "good")).containsExactly(1);
            assertThat(attemptsOf(id, "flaky")).containsExactlyInAnyOrder(1, 2, 3);
            StepVerifier.create(log.retrieveEvent(Samples.TENANT, id).map(Event::requireData))
                    .expectNext(Samples.event(id).requireData())
                    .verifyComplete();
        }
        assertThat(provider.attempts()).hasSize(80);
    }

    /** {@code kill -9} after the publication: whoever starts next delivers and logs. */
    @Test
    void events_publishedBeforeTheWorkersStart_areDeliveredAndLogged() {
        store("good");
        publish(5);

        workers.forEach(Worker::start);

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(logged()).hasSize(5));
    }

    /** A rolling deployment in the middle of the work: every event is delivered once and logged once. */
    @Test
    void events_acrossRestarts_areNeitherLostNorDoubled() {
        provider.answer(task -> Mono.delay(Duration.ofMillis(5)).thenReturn(ScriptedProvider.DELIVERED));
        store("good");
        publish(60);

        for (int taken : List.of(10, 30)) {
            workers.forEach(Worker::start);
            await().atMost(PATIENCE).until(() -> provider.attempts().size() >= taken);
            workers.forEach(worker -> run(worker.stop()));
        }
        workers.forEach(Worker::start);

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(logged()).hasSize(60));
        assertThat(provider.attempts()).hasSize(60);
    }

    /** An operator reads the dead letters aloud to a colleague: no destination's secrets are in them. */
    @Test
    void deadLetters_ofBothQueues_holdNoCredentials() {
        store("good");
        publish(1);
        String task = setAside(queue);
        assertThat(task).contains("evt_0", "good").doesNotContain("whsec_abc", "Bearer abc");

        String id = letters(queue).getFirst().id();
        assertThat(queue.deadLetters().redrive(List.of(id)).block(PATIENCE)).containsExactly(id);
        workers.getFirst().start();
        await().atMost(PATIENCE).until(() -> Objects.equals(logQueue.depth().block(), 1L));
        String entry = setAside(logQueue);
        assertThat(entry).contains("evt_0", "https://example.com/hook").doesNotContain("whsec_abc", "Bearer abc");
    }

    /** Sets the only message of the queue aside, and tells its body. */
    private static String setAside(MessageQueue<?> from) {
        from.consume(1)
                .concatMap(message -> message.setAside("bad").thenReturn(1))
                .blockFirst(PATIENCE);
        return letters(from).getFirst().body();
    }

    private static List<DeadLetter> letters(MessageQueue<?> from) {
        return from.deadLetters()
                .list(1, null)
                .blockOptional(PATIENCE)
                .orElseThrow()
                .items();
    }

    private DeliveryWorker deliveryWorker() {
        var settings = DeliverySettings.DEFAULTS.withConcurrency(4);
        var handler = new DeliveryHandler(
                tenants,
                queue,
                lot,
                provider.alone(),
                policy,
                scheduler,
                logQueue,
                idempotency,
                new Alerts(
                        new MemoryFailureCounter(clock), tenants, OperatorEvents.NONE, clock, AlertSettings.DEFAULTS),
                ids,
                clock,
                settings);
        return new DeliveryWorker(queue, lot, tenants, handler, new Lanes(LaneSettings.of(4), clock), settings);
    }

    private LogWorker logWorker() {
        var settings = LogBatchSettings.DEFAULTS.withThreshold(Duration.ofMillis(50));
        return new LogWorker(logQueue, new LogBatcher(log, settings, LiveLog.SILENT), settings);
    }

    private RetryWorker retryWorker() {
        var settings = new RetryDispatchSettings(
                2,
                Duration.ofMillis(5),
                Duration.ofMillis(20),
                Duration.ofMillis(20),
                Duration.ofMillis(100),
                Duration.ofHours(24),
                Duration.ofHours(1),
                Duration.ofSeconds(5));
        return new RetryWorker(
                new RetryDispatcher(scheduler, log, queue, logQueue, idempotency, ids, clock, settings), settings);
    }

    private void store(String... destinationIds) {
        run(tenants.upsertTenant(Samples.TENANT, null));
        for (String id : destinationIds) {
            run(tenants.createDestination(Samples.destination(id)));
        }
    }

    private void publish(int events) {
        StepVerifier.create(Flux.fromStream(IntStream.range(0, events).mapToObj(i -> Samples.event("evt_" + i)))
                        .concatMap(publisher::publish))
                .thenConsumeWhile(PublishResult.Accepted.class::isInstance)
                .verifyComplete();
    }

    private List<Delivery> logged() {
        return log.listDeliveries(DeliveryQuery.of(Samples.TENANT, PageRequest.first(1_000)))
                .blockOptional(PATIENCE)
                .orElseThrow()
                .items();
    }

    private List<Integer> attemptsOf(String eventId, String destinationId) {
        return logged().stream()
                .filter(delivery -> delivery.eventId().equals(eventId))
                .filter(delivery -> delivery.destinationId().equals(destinationId))
                .map(Delivery::attemptNumber)
                .toList();
    }

    private static void run(Mono<?> mono) {
        StepVerifier.create(mono.then()).expectComplete().verify(PATIENCE);
    }
}
