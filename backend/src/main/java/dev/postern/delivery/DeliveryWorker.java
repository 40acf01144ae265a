package dev.postern.delivery;

import dev.postern.delivery.lanes.Lanes;
import dev.postern.model.DeliveryTask;
import dev.postern.model.Outage;
import dev.postern.parking.ParkingLot;
import dev.postern.queue.DeliveryQueue;
import dev.postern.queue.MessageQueue.Message;
import dev.postern.tenantstore.TenantStore;
import dev.postern.worker.Handover;
import dev.postern.worker.Worker;
import dev.postern.worker.WorkerLoop;
import dev.postern.worker.WorkerLoop.Signals;
import dev.postern.worker.WorkerState;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Takes tasks off the delivery queue and makes as many attempts at once as it may, shared out among
 * destinations and tenants, and looks after what is parked. Stopped, it takes no more; attempts
 * that have no outcome after the drain time are cut off and their tasks refused, for another process to
 * make.
 */
public final class DeliveryWorker implements Worker {

    private static final Logger log = LoggerFactory.getLogger(DeliveryWorker.class);

    private static final int IN_HAND_PER_SLOT = 4;

    private final DeliveryQueue queue;
    private final DeliveryHandler handler;
    private final Lanes lanes;
    private final LotKeeper keeper;
    private final WorkerLoop loop;

    public DeliveryWorker(
            DeliveryQueue queue,
            ParkingLot lot,
            TenantStore tenants,
            DeliveryHandler handler,
            Lanes lanes,
            DeliverySettings settings) {
        this.queue = queue;
        this.handler = handler;
        this.lanes = lanes;
        this.keeper = new LotKeeper(lot, tenants, queue, lanes);
        this.loop = new WorkerLoop("delivery", settings.drain(), this::work, this::outage);
    }

    @Override
    public void start() {
        loop.start();
    }

    @Override
    public Mono<Void> stop() {
        return loop.stop();
    }

    @Override
    public boolean isRunning() {
        return loop.isRunning();
    }

    @Override
    public WorkerState state() {
        return loop.state();
    }

    private Optional<Outage> outage() {
        return queue.outage().or(keeper::outage);
    }

    private Mono<Void> work(Signals signals) {
        return Mono.when(deliver(signals), keeper.run(signals));
    }

    private Mono<Void> deliver(Signals signals) {
        return Mono.defer(() -> {
            var intake = new Intake(lanes, handler, signals.whenCutOff());
            Handover.anewUntil(
                            "delivery queue",
                            () -> queue.consume(mostInHand()),
                            signals.whenStopping(),
                            DeliveryWorker::giveBack)
                    .subscribe(intake);
            return intake.drained();
        });
    }

    private static void giveBack(Message<DeliveryTask> late) {
        late.nack().subscribe(done -> {}, e -> log.warn("a delivery task could not be given back: {}", late.body(), e));
    }

    /** What runs, what waits for its destination, what is ready to run, and what is being parked. */
    private int mostInHand() {
        return lanes.settings().slots() * IN_HAND_PER_SLOT + lanes.settings().waiting();
    }
}
