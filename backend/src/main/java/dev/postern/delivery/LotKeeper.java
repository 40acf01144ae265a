package dev.postern.delivery;

import dev.postern.delivery.lanes.Lanes;
import dev.postern.model.Causes;
import dev.postern.model.DestinationKey;
import dev.postern.model.Outage;
import dev.postern.parking.ParkingLot;
import dev.postern.parking.ParkingLot.Parked;
import dev.postern.queue.DeliveryQueue;
import dev.postern.tenantstore.TenantStore;
import dev.postern.worker.Tries;
import dev.postern.worker.WorkerLoop.Signals;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Looks after the parked lines: queues as many of their tasks again as their destination has room for,
 * leaves those of a disabled destination where they are, and forgets those of a deleted one.
 */
final class LotKeeper {

    private static final Logger log = LoggerFactory.getLogger(LotKeeper.class);

    private static final Duration LOOK_EVERY = Duration.ofMillis(250);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(15);
    private static final int MOST_AT_ONCE = 100;

    private final ParkingLot lot;
    private final TenantStore tenants;
    private final DeliveryQueue queue;
    private final Lanes lanes;
    private final Tries tries = new Tries();

    LotKeeper(ParkingLot lot, TenantStore tenants, DeliveryQueue queue, Lanes lanes) {
        this.lot = lot;
        this.tenants = tenants;
        this.queue = queue;
        this.lanes = lanes;
    }

    /** Of the parked lines. */
    Optional<Outage> outage() {
        return tries.outage();
    }

    /** Until it is told to stop. */
    Mono<Void> run(Signals signals) {
        var pause = new AtomicReference<>(LOOK_EVERY);
        return Mono.defer(this::lookAtThoseDue)
                .doOnSuccess(done -> {
                    tries.succeeded();
                    pause.set(LOOK_EVERY);
                })
                .onErrorResume(e -> {
                    tries.failed(e);
                    pause.updateAndGet(last -> shorter(last.multipliedBy(2), LONGEST_PAUSE));
                    log.warn("the parked tasks could not be looked at, again in {}: {}", pause.get(), Causes.reason(e));
                    log.debug("the parked tasks could not be looked at", e);
                    return Mono.empty();
                })
                .then(Mono.defer(() -> Mono.firstWithSignal(
                        signals.whenStopping(), Mono.delay(pause.get()).then())))
                .repeat(() -> !signals.isStopping())
                .then();
    }

    private Mono<Void> lookAtThoseDue() {
        return lot.receive()
                .flatMap(line -> look(line).thenReturn(true))
                .defaultIfEmpty(false)
                .repeat(MOST_AT_ONCE - 1)
                .takeUntil(found -> !found)
                .then();
    }

    private Mono<Void> look(DestinationKey line) {
        return tenants.retrieveDestination(line)
                .map(Optional::of)
                .defaultIfEmpty(Optional.empty())
                .flatMap(found -> {
                    if (found.isEmpty()) {
                        return discard(line);
                    }
                    return found.get().enabled()
                            ? letGo(line)
                            : lot.release(line, List.of(), DeliveryHandler.DISABLED_LOOK);
                })
                .onErrorResume(e -> {
                    log.warn(
                            "a parked line stays: tenant_id={} destination_id={} reason={}",
                            line.tenantId(),
                            line.id(),
                            Causes.reason(e));
                    log.debug("a parked line stays", e);
                    return lot.release(line, List.of(), LONGEST_PAUSE);
                });
    }

    private Mono<Void> letGo(DestinationKey line) {
        int room = lanes.room(line);
        return room == 0
                ? lot.release(line, List.of(), lanes.untilRoom(line))
                : lot.first(line, room)
                        .flatMap(parked -> queue.publish(
                                        parked.stream().map(Parked::task).toList())
                                .then(lot.release(line, parked, LOOK_EVERY)));
    }

    private Mono<Void> discard(DestinationKey line) {
        return lot.discard(line)
                .doOnNext(tasks -> log.warn(
                        "deliveries dropped: the destination is deleted tenant_id={} destination_id={} tasks={}",
                        line.tenantId(),
                        line.id(),
                        tasks))
                .then();
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
