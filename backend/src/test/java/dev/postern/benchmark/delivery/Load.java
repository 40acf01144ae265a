package dev.postern.benchmark.delivery;

import dev.postern.benchmark.product.Meters;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Publishes at the highest rate that is kept up with, or at a given one, and tells how long events took. */
final class Load {

    private static final int MOST_PER_SECOND = 20_000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Publisher publisher;
    private final Receiver receiver;
    private final LogDatabase log;
    private final Meters meters;
    private int runs;

    Load(Publisher publisher, Receiver receiver, LogDatabase log, Meters meters) {
        this.publisher = publisher;
        this.receiver = receiver;
        this.log = log;
        this.meters = meters;
    }

    /**
     * A closed loop: as soon as one event is received the next is published, so that no more than so many are
     * ever between publication and receipt. No queue can grow but that of the log, and the rate is that of
     * receipts or of the log, whichever is lower.
     */
    Result closed(int underWay, int seconds) throws InterruptedException {
        var ledger = new Ledger("c" + runs++, MOST_PER_SECOND * seconds);
        var free = new Semaphore(underWay);
        receiver.writeTo(ledger, free::release);
        Map<String, Double> before = meters.read();
        long start = Ledger.now();
        long end = start + seconds * 1_000_000L;
        int event = 0;
        while (Ledger.now() < end && event < ledger.room()) {
            if (free.tryAcquire(100, TimeUnit.MILLISECONDS)) {
                int next = event++;
                ledger.intended(next, Ledger.now());
                publish(ledger, next, free);
            }
        }
        return finish(ledger, start, end, before);
    }

    /**
     * An open loop: each event has its time, whatever became of those before it, and how long it took is counted
     * from that time on.
     */
    Result open(double perSecond, int seconds) throws InterruptedException {
        int events = (int) (perSecond * seconds);
        var ledger = new Ledger("o" + runs++, events);
        var unlimited = new Semaphore(0);
        receiver.writeTo(ledger, () -> {});
        Map<String, Double> before = meters.read();
        long start = Ledger.now();
        for (int event = 0; event < events; event++) {
            long due = start + (long) (event * 1e6 / perSecond);
            for (long now = Ledger.now(); now < due; now = Ledger.now()) {
                LockSupport.parkNanos((due - now) * 1_000);
            }
            ledger.intended(event, due);
            publish(ledger, event, unlimited);
        }
        return finish(ledger, start, start + seconds * 1_000_000L, before);
    }

    private void publish(Ledger ledger, int event, Semaphore free) {
        publisher.publish(ledger.id(event), event).onErrorReturn(false).subscribe(accepted -> {
            if (!accepted) {
                ledger.refused();
                free.release();
            }
        });
    }

    private Result finish(Ledger ledger, long start, long end, Map<String, Double> before) throws InterruptedException {
        long patience = System.nanoTime() + PATIENCE.toNanos();
        int logged = 0;
        while (logged < ledger.published() - ledger.refusals() && System.nanoTime() < patience) {
            Thread.sleep(500);
            logged = ledger.receipts() < ledger.published() - ledger.refusals()
                    ? 0
                    : log.commits(ledger.run()).size();
        }
        Map<String, Double> spent = Meters.perEvent(before, meters.read(), ledger.published());
        ledger.logged(log.commits(ledger.run()));
        log.empty();
        double seconds = (end - start) / 1e6;
        // The first batch is stored a second after the first event; the log's rate is that of the rest.
        long logStart = start + Math.min(1_500_000, (end - start) / 4);
        return new Result(
                ledger.published(),
                ledger.refusals(),
                ledger.published() - ledger.refusals() - ledger.receipts(),
                ledger.published() - ledger.refusals() - logged,
                ledger.duplicates(),
                ledger.receivedBetween(start, end) / seconds,
                ledger.loggedBetween(logStart, end + (logStart - start)) / seconds,
                ledger.receiveMs(0.5),
                ledger.receiveMs(0.99),
                ledger.logMs(0.5),
                ledger.logMs(0.99),
                spent);
    }

    /**
     * What came of one run.
     *
     * @param unreceived how many were accepted and not received in the end
     * @param unlogged how many were accepted and not logged in the end
     * @param perSecond receipts a second
     * @param loggedPerSecond entries that were logged in a second
     * @param spent for each event, by {@link Meters}
     */
    record Result(
            int events,
            int refused,
            int unreceived,
            int unlogged,
            int duplicates,
            double perSecond,
            double loggedPerSecond,
            double receiveP50,
            double receiveP99,
            double logP50,
            double logP99,
            Map<String, Double> spent) {

        double sustained() {
            return Math.min(perSecond, loggedPerSecond);
        }

        @Override
        public String toString() {
            return "%,.0f/s received, %,.0f/s logged; ms to receipt %.1f p50, %.1f p99; to log %.0f p50, %.0f p99; %s%s"
                    .formatted(
                            perSecond,
                            loggedPerSecond,
                            receiveP50,
                            receiveP99,
                            logP50,
                            logP99,
                            spent.entrySet().stream()
                                    .map(one -> "%s %.2f".formatted(one.getKey(), one.getValue()))
                                    .toList(),
                            refused + unreceived + unlogged + duplicates == 0
                                    ? ""
                                    : "; refused %d, not received %d, not logged %d, twice %d"
                                            .formatted(refused, unreceived, unlogged, duplicates));
        }
    }
}
