package dev.postern.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.delivery.lanes.LaneSettings;
import dev.postern.fakes.Samples;
import dev.postern.fakes.ScriptedProvider;
import dev.postern.model.DeliveryTask;
import dev.postern.model.LogEntry;
import dev.postern.model.Outage;
import dev.postern.queue.DeadLetters;
import dev.postern.queue.DeliveryQueue;
import dev.postern.queue.MessageQueue.Message;
import dev.postern.worker.WorkerState;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

class DeliveryWorkerTest {

    private final Workshop workshop = new Workshop();
    private DeliveryWorker worker = worker(DeliverySettings.DEFAULTS.withConcurrency(3));

    @AfterEach
    void stop() {
        Workshop.run(worker.stop());
    }

    /** Many events at once: no more deliveries than allowed, and no fewer. */
    @Test
    void work_deliversAsManyAtOnceAsAllowed() {
        Sinks.Empty<Void> answer = Sinks.empty();
        workshop.provider.answer(task -> answer.asMono().thenReturn(ScriptedProvider.DELIVERED));
        publish(20);

        worker.start();

        await().untilAsserted(() -> assertThat(workshop.provider.running()).isEqualTo(3));
        assertThat(workshop.provider.attempts()).hasSize(3);
        answer.tryEmitEmpty();
        awaitEmptyQueue();
        assertThat(workshop.provider.attempts()).hasSize(20);
        assertThat(workshop.provider.mostAtOnce()).isEqualTo(3);
        assertThat(workshop.flushLog()).hasSize(20);
    }

    /** One receiver hangs: the others get their events. */
    @Test
    void work_goesOnBesideADeliveryThatHangs() {
        worker = worker(DeliverySettings.DEFAULTS.withConcurrency(3).withDrain(Duration.ZERO));
        workshop.provider.answer(
                task -> task.event().id().equals("evt_0") ? Mono.never() : Mono.just(ScriptedProvider.DELIVERED));
        publish(20);

        worker.start();

        await().untilAsserted(() -> assertThat(workshop.queue.depth().block()).isEqualTo(1));
    }

    /** A fault of ours: the task comes again until it is delivered. */
    @Test
    void work_takesUpWhatItRefused() {
        var tries = new AtomicInteger();
        workshop.provider.answer(task -> tries.incrementAndGet() < 4
                ? Mono.error(new IllegalStateException("proxy down"))
                : Mono.just(ScriptedProvider.DELIVERED));
        publish(1);

        worker.start();

        awaitEmptyQueue();
        assertThat(tries).hasValue(4);
        assertThat(workshop.flushLog()).hasSize(1);
    }

    /** The queue's consumption breaks down: it is begun anew. */
    @Test
    void work_consumesAnewAfterAnError() {
        var subscriptions = new AtomicInteger();
        worker = workshop.worker(
                consumedBy(() -> subscriptions.incrementAndGet() == 1
                        ? Flux.error(new IllegalStateException("connection lost"))
                        : workshop.queue.consume(1)),
                DeliverySettings.DEFAULTS,
                LaneSettings.of(1));
        publish(1);

        worker.start();

        awaitEmptyQueue();
        assertThat(subscriptions).hasValue(2);
    }

    /** A bug of ours ends the taking of tasks: with the rest of the worker alive, nobody would notice. */
    @Test
    void work_thatABugEnds_isDead() {
        @SuppressWarnings("unchecked")
        var bug = (Message<DeliveryTask>) Proxy.newProxyInstance(
                Message.class.getClassLoader(), new Class<?>[] {Message.class}, (proxy, method, arguments) -> {
                    throw new IllegalStateException("bug");
                });
        worker = workshop.worker(
                consumedBy(() -> Flux.concat(Flux.just(bug), Flux.never())),
                DeliverySettings.DEFAULTS,
                LaneSettings.of(1));
        worker.start();
        await().untilAsserted(() -> assertThat(worker.state()).isEqualTo(new WorkerState.Dead()));
    }

    /** SIGTERM: what is in hand is finished, the rest stays in the queue. */
    @Test
    void stop_finishesWhatIsInHandAndTakesNoMore() {
        Sinks.Empty<Void> answer = Sinks.empty();
        workshop.provider.answer(task -> answer.asMono().thenReturn(ScriptedProvider.DELIVERED));
        publish(10);
        worker.start();
        await().untilAsserted(() -> assertThat(workshop.provider.running()).isEqualTo(3));

        var stopped = worker.stop().toFuture();
        assertThat(stopped).isNotDone();
        assertThat(worker.isRunning()).isTrue();
        answer.tryEmitEmpty();

        await().until(stopped::isDone);
        assertThat(worker.isRunning()).isFalse();
        assertThat(workshop.provider.attempts()).hasSize(3);
        assertThat(workshop.flushLog()).hasSize(3);
        assertThat(workshop.queue.depth().block()).isEqualTo(7);
    }

    /** SIGTERM while receivers hang: their attempts don't count, and another process makes them. */
    @Test
    void stop_afterTheDrainTime_givesBackWhatHasNoOutcome() {
        workshop.provider.answer(task -> Mono.never());
        worker = worker(DeliverySettings.DEFAULTS.withConcurrency(2).withDrain(Duration.ofMillis(50)));
        publish(2);
        worker.start();
        await().untilAsserted(() -> assertThat(workshop.provider.running()).isEqualTo(2));

        Workshop.run(worker.stop());

        assertThat(workshop.provider.cancelled()).isEqualTo(2);
        assertThat(workshop.flushLog()).isEmpty();
        workshop.provider.answer(ScriptedProvider.DELIVERED);
        worker.start();
        awaitEmptyQueue();
        assertThat(workshop.flushLog())
                .extracting(LogEntry::delivery)
                .allMatch(delivery -> delivery.attemptNumber() == 1);
    }

    /** The application is stopped before it was started, or twice. */
    @Test
    void stop_whereNothingRuns_completes() {
        Workshop.run(worker.stop());
        worker.start();
        Workshop.run(worker.stop());
        Workshop.run(worker.stop());

        assertThat(worker.isRunning()).isFalse();
    }

    /** The process dies after the record, before the acknowledgement: the next one delivers nothing twice. */
    @Test
    void work_taskWhoseAckWasLost_isDeliveredOnce() {
        publish(1);
        worker = workshop.worker(
                consumedBy(() -> workshop.queue.consume(1).map(AckIsLost::new)),
                DeliverySettings.DEFAULTS,
                LaneSettings.of(1));
        worker.start();
        await().untilAsserted(
                        () -> assertThat(workshop.logQueue.depth().block()).isEqualTo(1));
        Workshop.run(worker.stop());
        assertThat(workshop.queue.depth().block()).isEqualTo(1);

        worker = worker(DeliverySettings.DEFAULTS);
        worker.start();

        awaitEmptyQueue();
        assertThat(workshop.provider.attempts()).hasSize(1);
        assertThat(workshop.flushLog()).hasSize(1);
    }

    private DeliveryWorker worker(DeliverySettings settings) {
        return workshop.worker(settings);
    }

    private void publish(int events) {
        List<DeliveryTask> tasks = IntStream.range(0, events)
                .mapToObj(i -> Samples.task("evt_" + i, "hook", 1))
                .toList();
        Workshop.run(workshop.queue.publish(tasks));
    }

    private void awaitEmptyQueue() {
        await().untilAsserted(() -> assertThat(workshop.queue.depth().block()).isZero());
    }

    private DeliveryQueue consumedBy(Supplier<Flux<Message<DeliveryTask>>> messages) {
        return new DeliveryQueue() {
            @Override
            public Mono<Void> publish(List<DeliveryTask> tasks) {
                return workshop.queue.publish(tasks);
            }

            @Override
            public Flux<Message<DeliveryTask>> consume(int prefetch) {
                return Flux.defer(messages);
            }

            @Override
            public Optional<Outage> outage() {
                return Optional.empty();
            }

            @Override
            public Mono<Long> depth() {
                return workshop.queue.depth();
            }

            @Override
            public DeadLetters deadLetters() {
                return workshop.queue.deadLetters();
            }
        };
    }

    /** The process dies as it acknowledges; the queue sees a silent consumer and hands out again. */
    private record AckIsLost(Message<DeliveryTask> message) implements Message<DeliveryTask> {

        @Override
        public DeliveryTask body() {
            return message.body();
        }

        @Override
        public int receives() {
            return message.receives();
        }

        @Override
        public int failures() {
            return message.failures();
        }

        @Override
        public Mono<Void> ack() {
            return message.nack();
        }

        @Override
        public Mono<Void> fail(String reason) {
            return message.fail(reason);
        }

        @Override
        public Mono<Void> setAside(String reason) {
            return message.setAside(reason);
        }

        @Override
        public Mono<Void> nack() {
            return message.nack();
        }
    }
}
