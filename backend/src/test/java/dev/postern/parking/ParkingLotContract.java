package dev.postern.parking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.fakes.Samples;
import dev.postern.model.DeliveryTask;
import dev.postern.model.DestinationKey;
import dev.postern.parking.ParkingLot.Parked;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** What every parking lot does. */
public abstract class ParkingLotContract {

    protected static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration LATER = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofMillis(150);
    private static final DestinationKey HOOK = new DestinationKey(Samples.TENANT, "hook");

    /** An empty lot; times pass for it as they do for the test. */
    protected abstract ParkingLot create(ParkingSettings settings);

    @Test
    void park_unsubscribedWritesNothing() {
        var lot = create(ParkingSettings.DEFAULTS);
        Mono<Boolean> unsubscribed = lot.park(task(1), Duration.ZERO);
        assertThat(depth(lot)).isZero();
        assertThat(unsubscribed.block()).isTrue();
        assertThat(depth(lot)).isEqualTo(1);
    }

    @Test
    void first_oldestFirstAndTheyStay() {
        var lot = create(ParkingSettings.DEFAULTS);
        park(lot, task(1), task(2), task(3));
        assertThat(first(lot, 2)).extracting(Parked::task).containsExactly(task(1), task(2));
        assertThat(first(lot, 10)).extracting(Parked::task).containsExactly(task(1), task(2), task(3));
        assertThat(depth(lot)).isEqualTo(3);
    }

    /** What was parked is what comes out, to the byte. */
    @Test
    void first_anyTaskComesBackAsItWas() {
        var lot = create(ParkingSettings.DEFAULTS);
        DeliveryTask odd = new DeliveryTask(Samples.event("globex", "evt:%3A \u00fc", "*"), "des%:1", 7, true);
        park(lot, odd);
        assertThat(lot.receive().block()).isEqualTo(odd.destinationKey());
        assertThat(lot.first(odd.destinationKey(), 1).block())
                .extracting(Parked::task)
                .containsExactly(odd);
    }

    @Test
    void receive_isEmptyUntilTheTimeHasCome() {
        var lot = create(ParkingSettings.DEFAULTS);
        lot.park(task(1), SHORT).block();
        lot.park(Samples.task("evt_1", "later", 1), LATER).block();
        assertThat(lot.receive().block()).isNull();
        await().atMost(PATIENCE).until(() -> HOOK.equals(lot.receive().block()));
        assertThat(lot.receive().block()).isNull();
    }

    /** The process died with the line in hand. */
    @Test
    void receive_silentLineIsGivenToAnother() {
        var lot = create(ParkingSettings.DEFAULTS.withLease(SHORT));
        park(lot, task(1));
        assertThat(lot.receive().block()).isEqualTo(HOOK);
        await().atMost(PATIENCE).until(() -> HOOK.equals(lot.receive().block()));
        assertThat(first(lot, 10)).hasSize(1);
    }

    @Test
    void receive_everyLineOnce() {
        var lot = create(ParkingSettings.DEFAULTS);
        IntStream.range(0, 40).forEach(i -> park(lot, Samples.task("evt_1", "hook_" + i, 1)));
        Set<DestinationKey> lines = ConcurrentHashMap.newKeySet();
        List<Boolean> fresh = Objects.requireNonNull(Flux.range(0, 40)
                .flatMap(
                        n -> Mono.defer(lot::receive)
                                .subscribeOn(Schedulers.parallel())
                                .map(lines::add),
                        20)
                .collectList()
                .block(PATIENCE));
        assertThat(fresh).hasSize(40).containsOnly(true);
    }

    @Test
    void release_takesOutTheseAndLooksAgainLater() {
        var lot = create(ParkingSettings.DEFAULTS);
        park(lot, task(1), task(2), task(3));
        lot.receive().block();
        lot.release(HOOK, first(lot, 2), LATER).block();
        assertThat(first(lot, 10)).extracting(Parked::task).containsExactly(task(3));
        assertThat(depth(lot)).isEqualTo(1);
        assertThat(lot.receive().block()).isNull();
        lot.release(HOOK, List.of(), Duration.ZERO).block();
        assertThat(lot.receive().block()).isEqualTo(HOOK);
    }

    /** Two processes had the line in hand, one of them for too long. */
    @Test
    void release_twiceTakesOutOnce() {
        var lot = create(ParkingSettings.DEFAULTS);
        park(lot, task(1), task(1), task(2));
        List<Parked> gone = first(lot, 1);
        lot.release(HOOK, gone, LATER).block();
        lot.release(HOOK, gone, LATER).block();
        assertThat(first(lot, 10)).extracting(Parked::task).containsExactly(task(1), task(2));
        assertThat(depth(lot)).isEqualTo(2);
    }

    @Test
    void release_ofTheLastForgetsTheLine() {
        var lot = create(ParkingSettings.DEFAULTS);
        park(lot, task(1));
        lot.release(HOOK, first(lot, 1), Duration.ZERO).block();
        assertThat(lot.receive().block()).isNull();
        assertThat(depth(lot)).isZero();
        park(lot, task(2));
        assertThat(lot.receive().block()).isEqualTo(HOOK);
    }

    @Test
    void discard_forgetsTheLineAndNoOther() {
        var lot = create(ParkingSettings.DEFAULTS);
        park(lot, task(1), task(2), Samples.task("evt_1", "other", 1));
        assertThat(lot.discard(HOOK).block()).isEqualTo(2);
        assertThat(depth(lot)).isEqualTo(1);
        assertThat(first(lot, 10)).isEmpty();
        assertThat(lot.receive().block()).isEqualTo(new DestinationKey(Samples.TENANT, "other"));
        assertThat(lot.discard(HOOK).block()).isZero();
    }

    /** A million events wait for a dead destination: the million and first is refused, not dropped. */
    @Test
    void park_beyondTheCapacityIsRefused() {
        var lot = create(ParkingSettings.DEFAULTS.withCapacity(2));
        park(lot, task(1), Samples.task("evt_1", "other", 1));
        assertThat(lot.park(task(2), Duration.ZERO).block()).isFalse();
        assertThat(depth(lot)).isEqualTo(2);
        lot.discard(HOOK).block();
        assertThat(lot.park(task(2), Duration.ZERO).block()).isTrue();
    }

    private static DeliveryTask task(int number) {
        return Samples.task("evt_" + number, "hook", 1);
    }

    private static void park(ParkingLot lot, DeliveryTask... tasks) {
        for (DeliveryTask task : tasks) {
            assertThat(lot.park(task, Duration.ZERO).block()).isTrue();
        }
    }

    private static List<Parked> first(ParkingLot lot, int count) {
        return Objects.requireNonNull(lot.first(HOOK, count).block());
    }

    private static long depth(ParkingLot lot) {
        return Objects.requireNonNull(lot.depth().block());
    }
}
