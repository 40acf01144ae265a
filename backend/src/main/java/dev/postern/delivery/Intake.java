package dev.postern.delivery;

import dev.postern.delivery.lanes.Lanes;
import dev.postern.delivery.lanes.Reach;
import dev.postern.delivery.lanes.Ticket;
import dev.postern.model.Causes;
import dev.postern.model.DeliveryTask;
import dev.postern.model.DestinationKey;
import dev.postern.provider.PublishOutcome;
import dev.postern.provider.RateLimit;
import dev.postern.queue.MessageQueue.Message;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.reactivestreams.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;
import reactor.core.publisher.Sinks;

/**
 * Takes messages off the queue as long as they have somewhere to go, and sends them through the lanes. So
 * a process holds little more than it works on, whatever waits in the queue.
 */
final class Intake extends BaseSubscriber<Message<DeliveryTask>> {

    private static final Logger log = LoggerFactory.getLogger(Intake.class);

    private final Lanes lanes;
    private final DeliveryHandler handler;
    private final Mono<Void> cutOff;
    private final int least;
    private final Set<Admitted> inHand = ConcurrentHashMap.newKeySet();
    private final Disposable.Composite works = Disposables.composite();
    private final Sinks.Empty<Void> drained = Sinks.empty();

    private int onTheirWay;
    private volatile boolean over;

    /** @param cutOff completes when attempts without an outcome are to be given back */
    Intake(Lanes lanes, DeliveryHandler handler, Mono<Void> cutOff) {
        this.lanes = lanes;
        this.handler = handler;
        this.cutOff = cutOff;
        // Not one by one: what is asked for together is read together.
        least = Math.max(1, lanes.settings().slots() / 4);
    }

    /**
     * Completes once no message comes any more and none is in hand; with an error where that is for a fault of ours.
     * Cancelled, gives all back.
     */
    Mono<Void> drained() {
        return drained.asMono().doOnCancel(() -> {
            cancel();
            works.dispose();
        });
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
        ask();
    }

    @Override
    protected void hookOnNext(Message<DeliveryTask> message) {
        synchronized (this) {
            onTheirWay--;
        }
        var admitted = new Admitted(message);
        inHand.add(admitted);
        lanes.arrive(admitted);
        ask();
    }

    @Override
    protected void hookOnError(Throwable error) {
        log.error("the delivery queue can't be consumed any more", error);
        drained.tryEmitError(error);
    }

    @Override
    protected void hookFinally(SignalType type) {
        over = true;
        lanes.clear();
        endIfDrained();
    }

    private synchronized void ask() {
        int more = over ? 0 : lanes.demand(onTheirWay);
        if (more >= least) {
            onTheirWay += more;
            request(more);
        }
    }

    private void endIfDrained() {
        if (over && inHand.isEmpty()) {
            drained.tryEmitEmpty();
        }
    }

    /** A message in hand. */
    private final class Admitted implements Ticket, Passage {

        private final Message<DeliveryTask> message;
        private volatile Reach reach = Reach.UNKNOWN;

        private Admitted(Message<DeliveryTask> message) {
            this.message = message;
        }

        @Override
        public DestinationKey destination() {
            return message.body().destinationKey();
        }

        @Override
        public boolean isUrgent() {
            return message.body().manual();
        }

        @Override
        public void run() {
            work(handler.handle(message, cutOff, this).doFinally(signal -> lanes.end(this, reach)));
        }

        @Override
        public void park(Duration lookAgain) {
            work(handler.park(message, lookAgain));
        }

        @Override
        public void giveBack() {
            work(message.nack());
        }

        @Override
        public void limited(Optional<RateLimit> limit) {
            lanes.limit(destination(), limit);
        }

        @Override
        public void ended(PublishOutcome outcome) {
            reach = switch (outcome) {
                case PublishOutcome.Delivered delivered -> Reach.ANSWERED;
                case PublishOutcome.Rejected rejected -> Reach.ANSWERED;
                case PublishOutcome.Gone gone -> Reach.ANSWERED;
                case PublishOutcome.Unreachable unreachable -> Reach.SILENT;
                case PublishOutcome.TimedOut timedOut -> Reach.SILENT;
                case PublishOutcome.Malformed malformed -> Reach.UNKNOWN;
            };
        }

        /** A message that could not be settled is handed out again after the queue's visibility time. */
        private void work(Mono<Void> work) {
            var itself = Disposables.swap();
            works.add(itself);
            itself.update(work.doFinally(signal -> {
                        works.remove(itself);
                        inHand.remove(this);
                        ask();
                        endIfDrained();
                    })
                    .subscribe(
                            done -> {},
                            e -> log.warn(
                                    "a delivery task could not be settled, it comes again: {} {}",
                                    message.body(),
                                    Causes.reason(e))));
        }
    }
}
