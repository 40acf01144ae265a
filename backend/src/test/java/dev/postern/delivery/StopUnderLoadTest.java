package dev.postern.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.delivery.lanes.LaneSettings;
import dev.postern.fakes.Samples;
import dev.postern.fakes.ScriptedProvider;
import dev.postern.queue.DeliveryQueue;
import dev.postern.queue.QueueSettings;
import dev.postern.queue.memory.MemoryDeliveryQueue;
import dev.postern.queue.redis.RedisDeliveryQueue;
import dev.postern.redis.RedisConnection;
import dev.postern.servers.TestRedis;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** A process ends while its queue hands out: whoever comes next has the rest at once. */
class StopUnderLoadTest {

    private static final int EVENTS = 400;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** So long that what comes back by the visibility time alone comes back too late. */
    private static final QueueSettings SETTINGS =
            QueueSettings.defaults().withVisibility(Duration.ofMinutes(10)).withNackDelay(Duration.ofMillis(1));

    private final Workshop workshop = new Workshop();

    @Test
    void stop_leavesTheRestOfAMemoryQueue() {
        leavesTheRest(new MemoryDeliveryQueue(SETTINGS));
    }

    @Test
    void stop_leavesTheRestOfARedisQueue() {
        try (RedisConnection redis = TestRedis.connect()) {
            leavesTheRest(new RedisDeliveryQueue(redis, SETTINGS));
        }
    }

    private void leavesTheRest(DeliveryQueue queue) {
        workshop.provider.answer(task -> Mono.delay(Duration.ofMillis(2)).thenReturn(ScriptedProvider.DELIVERED));
        Workshop.run(queue.publish(IntStream.range(0, EVENTS)
                .mapToObj(i -> Samples.task("evt_" + i, "hook", 1))
                .toList()));

        for (int made = 10; made <= EVENTS / 2; made += 10) {
            int enough = made;
            DeliveryWorker worker = worker(queue);
            worker.start();
            await().atMost(PATIENCE).until(() -> workshop.provider.attempts().size() >= enough);
            Workshop.run(worker.stop());
        }
        DeliveryWorker last = worker(queue);
        last.start();
        await().atMost(PATIENCE).until(() -> Objects.equals(queue.depth().block(), 0L));
        Workshop.run(last.stop());

        assertThat(workshop.provider.attempts()).hasSize(EVENTS);
        assertThat(workshop.flushLog())
                .hasSize(EVENTS)
                .allMatch(entry -> entry.delivery().attemptNumber() == 1);
    }

    /** The destination has more slots than there are, so that nothing is parked. */
    private DeliveryWorker worker(DeliveryQueue queue) {
        return workshop.worker(
                queue,
                DeliverySettings.DEFAULTS,
                LaneSettings.of(4).withPerDestination(8).withPerTenant(8));
    }
}
