package dev.postern.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.fakes.CountingIds;
import dev.postern.fakes.Samples;
import dev.postern.logstore.DeliveryFilter;
import dev.postern.logstore.memory.MemoryLogStore;
import dev.postern.replay.memory.MemoryReplayStore;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** The life of the loop, in a process that starts and stops. */
class ReplayWorkerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final ReplaySettings SETTINGS = ReplaySettings.DEFAULTS
            .withTimes(Duration.ofMillis(1), Duration.ofDays(1), Duration.ofMillis(5))
            .withDeadlines(Duration.ofSeconds(5), Duration.ofMillis(50));

    private final Clock clock = Clock.systemUTC();
    private final MemoryLogStore log = new MemoryLogStore();
    private final MemoryReplayStore store = new MemoryReplayStore(clock, SETTINGS);
    private final Replays replays =
            new Replays(new ReplayPlanner(log, log, clock, SETTINGS), store, new CountingIds(), clock, SETTINGS);

    @Test
    void start_bringsReplaysToTheirEnd() {
        ReplayWorker worker = worker((wish, target) -> Mono.just(new Redelivery.Result.Queued(2)));
        worker.start();
        Replay replay = start();
        await().atMost(PATIENCE).until(() -> !now(replay).running());
        assertThat(now(replay)).extracting(Replay::status, Replay::queued).containsExactly(ReplayStatus.COMPLETED, 1);
        worker.stop().block(PATIENCE);
        assertThat(worker.isRunning()).isFalse();
    }

    /** A step hangs as the process stops: the replay is given back at once, and nobody waits for its lease. */
    @Test
    void stop_givesBackWhatIsInHand() {
        var asked = new AtomicInteger();
        ReplayWorker worker = worker((wish, target) -> {
            asked.incrementAndGet();
            return Mono.never();
        });
        worker.start();
        Replay replay = start();
        await().atMost(PATIENCE).until(() -> asked.get() > 0);
        worker.stop().block(PATIENCE);
        assertThat(now(replay).running()).isTrue();
        Hand hand = Objects.requireNonNull(store.receive().block(PATIENCE));
        assertThat(Objects.requireNonNull(hand.batch()).targets()).hasSize(1);
    }

    private ReplayWorker worker(Redelivery redelivery) {
        return new ReplayWorker(new ReplayRunner(store, log, redelivery, error -> false, clock, SETTINGS), SETTINGS);
    }

    private Replay start() {
        log.insert(List.of(Samples.logEntry("evt_1", "hook", 1))).block(PATIENCE);
        return ((StartResult.Started) Objects.requireNonNull(
                        replays.start(null, DeliveryFilter.ANY).block(PATIENCE)))
                .replay();
    }

    private Replay now(Replay replay) {
        return Objects.requireNonNull(replays.retrieve(replay.id()).block(PATIENCE));
    }
}
