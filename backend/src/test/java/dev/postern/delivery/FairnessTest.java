package dev.postern.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.delivery.lanes.LaneSettings;
import dev.postern.fakes.Samples;
import dev.postern.fakes.ScriptedProvider;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryTask;
import dev.postern.model.LogEntry;
import dev.postern.provider.PublishOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** One destination is slow, dead or disabled; the others don't notice, and nothing of it is lost. */
class FairnessTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int OTHERS = 19;
    private static final int EACH = 10;
    private static final Duration PAUSE = Duration.ofSeconds(30);

    private final Workshop workshop = new Workshop();
    private final DeliveryWorker worker = workshop.worker(
            DeliverySettings.DEFAULTS.withDrain(Duration.ZERO),
            LaneSettings.of(8).withPerTenant(8).withWaiting(5).withCircuit(5, PAUSE));

    @AfterEach
    void stop() {
        Workshop.run(worker.stop());
    }

    /** It takes events and never answers. */
    @Test
    void work_besideADestinationThatHangs_deliversToAllOthers() {
        Sinks.Empty<Void> answer = Sinks.empty();
        workshop.provider.answer(task -> task.destinationId().equals("hook")
                ? answer.asMono().thenReturn(ScriptedProvider.DELIVERED)
                : Mono.just(ScriptedProvider.DELIVERED));
        publishToAll();

        worker.start();

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(madeToOthers()).isEqualTo(OTHERS * EACH));
        assertThat(workshop.provider.running()).isEqualTo(2);
        assertThat(toHook()).hasSize(2);
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(depth(workshop.queue.depth())).isEqualTo(2 + 5);
            assertThat(depth(workshop.lot.depth())).isEqualTo(OTHERS * EACH - 2 - 5);
        });

        answer.tryEmitEmpty();
        awaitAllDelivered(2 * OTHERS * EACH);
        assertThat(workshop.provider.attempts()).hasSize(2 * OTHERS * EACH).doesNotHaveDuplicates();
    }

    /** Nobody listens there: a few find out, the rest wait without an attempt, and one probes. */
    @Test
    void work_toADeadDestination_makesNoAttemptsUntilAProbeIsAnswered() {
        workshop.provider.answer(new PublishOutcome.Unreachable("connection_refused"));
        publish("hook", 50);

        worker.start();

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(depth(workshop.queue.depth())).isZero());
        List<LogEntry> failed = workshop.flushLog();
        assertThat(failed).hasSizeBetween(5, 6);
        assertThat(workshop.provider.attempts()).hasSameSizeAs(failed);
        assertThat(depth(workshop.lot.depth())).isEqualTo(50 - failed.size());

        workshop.clock.advance(PAUSE.plusSeconds(1));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(workshop.provider.attempts()).hasSize(failed.size() + 1));

        workshop.provider.answer(ScriptedProvider.DELIVERED);
        awaitAllDelivered(50);
        assertThat(workshop.flushLog())
                .extracting(LogEntry::delivery)
                .extracting(Delivery::attemptNumber)
                .containsOnly(1);
    }

    /** A tenant disables it for a while: what was on its way is delivered after that, as what it was. */
    @Test
    void work_toADestinationThatIsDisabledForAWhile_resumes() {
        workshop.disable("hook");
        publish("hook", 3);
        Workshop.run(workshop.queue.publish(List.of(Samples.task("evt_9", "hook", 4))));

        worker.start();

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(depth(workshop.lot.depth())).isEqualTo(4));
        workshop.clock.advance(Duration.ofHours(1));
        await().atMost(PATIENCE).until(() -> workshop.lot.receive().block() == null);
        assertThat(workshop.provider.attempts()).isEmpty();

        workshop.enable("hook");
        awaitAllDelivered(4);
        assertThat(workshop.provider.attemptNumbers()).containsExactlyInAnyOrder(1, 1, 1, 4);
    }

    /** … or deletes it: nothing is kept for it. */
    @Test
    void work_toADestinationThatIsDeletedWhileItIsDisabled_forgetsItsLine() {
        workshop.disable("hook");
        publish("hook", 3);
        worker.start();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(depth(workshop.lot.depth())).isEqualTo(3));

        workshop.delete("hook");
        workshop.clock.advance(Duration.ofMinutes(1));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(depth(workshop.lot.depth())).isZero());
        assertThat(workshop.provider.attempts()).isEmpty();
    }

    /** The worker stops while some wait for their turn: another process makes them. */
    @Test
    void stop_givesBackWhatWaits() {
        workshop.provider.answer(task -> Mono.never());
        publish("hook", 7);
        worker.start();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(workshop.provider.running()).isEqualTo(2));

        Workshop.run(worker.stop());
        workshop.provider.answer(ScriptedProvider.DELIVERED);
        worker.start();

        awaitAllDelivered(7);
        assertThat(workshop.flushLog())
                .extracting(LogEntry::delivery)
                .extracting(Delivery::attemptNumber)
                .containsOnly(1);
    }

    /** Both the queue and the lot are empty once the clock has gone on far enough. */
    private void awaitAllDelivered(int deliveries) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            workshop.clock.advance(PAUSE);
            assertThat(depth(workshop.lot.depth()) + depth(workshop.queue.depth()))
                    .isZero();
        });
        assertThat(workshop.provider.attempts().stream()
                        .map(task -> task.event().id() + " " + task.destinationId())
                        .distinct())
                .hasSize(deliveries);
    }

    private void publishToAll() {
        List<DeliveryTask> tasks = new ArrayList<>();
        for (int event = 0; event < OTHERS * EACH; event++) {
            tasks.add(Samples.task("evt_" + event, "hook", 1));
            tasks.add(Samples.task("evt_" + event, "other_" + event % OTHERS, 1));
        }
        IntStream.range(0, OTHERS).forEach(i -> workshop.store(Samples.destination("other_" + i)));
        Workshop.run(workshop.queue.publish(tasks));
    }

    private void publish(String destination, int events) {
        Workshop.run(workshop.queue.publish(IntStream.range(0, events)
                .mapToObj(i -> Samples.task("evt_" + i, destination, 1))
                .toList()));
    }

    private int madeToOthers() {
        return workshop.provider.attempts().size() - toHook().size();
    }

    private List<DeliveryTask> toHook() {
        return workshop.provider.attempts().stream()
                .filter(task -> task.destinationId().equals("hook"))
                .toList();
    }

    private static long depth(Mono<Long> depth) {
        return Objects.requireNonNull(depth.block());
    }
}
