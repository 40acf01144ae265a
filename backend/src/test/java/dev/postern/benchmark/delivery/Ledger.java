package dev.postern.benchmark.delivery;

import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * When each event of one run was to be published, was received and was logged, in microseconds of the
 * machine's clock. That clock is PostgreSQL's as well.
 */
final class Ledger {

    /** Before it is known. */
    private static final long NEVER = 0;

    private final String run;
    private final long[] intended;
    private final long[] received;
    private final long[] logged;
    private final AtomicInteger published = new AtomicInteger();
    private final AtomicInteger receipts = new AtomicInteger();
    private final AtomicInteger duplicates = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();

    /** @param most how many events there can be */
    Ledger(String run, int most) {
        this.run = run;
        intended = new long[most];
        received = new long[most];
        logged = new long[most];
    }

    static long now() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
    }

    String run() {
        return run;
    }

    int room() {
        return intended.length;
    }

    String id(int event) {
        return run + "-" + event;
    }

    void intended(int event, long micros) {
        intended[event] = micros;
        published.incrementAndGet();
    }

    void refused() {
        refused.incrementAndGet();
    }

    /** True the first time. */
    boolean received(String id) {
        int dash = id.indexOf('-');
        if (!id.regionMatches(0, run, 0, dash)) {
            return false;
        }
        int event = Integer.parseInt(id, dash + 1, id.length(), 10);
        synchronized (received) {
            if (received[event] != NEVER) {
                duplicates.incrementAndGet();
                return false;
            }
            received[event] = now();
        }
        receipts.incrementAndGet();
        return true;
    }

    /** @param commits of each event's id, when it was committed */
    void logged(Map<String, Long> commits) {
        commits.forEach((id, micros) -> logged[Integer.parseInt(id.substring(id.indexOf('-') + 1))] = micros);
    }

    int published() {
        return published.get();
    }

    int receipts() {
        return receipts.get();
    }

    int duplicates() {
        return duplicates.get();
    }

    int refusals() {
        return refused.get();
    }

    /** How many were received between the two. */
    long receivedBetween(long from, long till) {
        return Arrays.stream(received).filter(at -> at >= from && at < till).count();
    }

    /** How many were logged between the two. */
    long loggedBetween(long from, long till) {
        return Arrays.stream(logged).filter(at -> at >= from && at < till).count();
    }

    /** How many milliseconds this share of the events took at most from publication to receipt. */
    double receiveMs(double share) {
        return quantile(received, share);
    }

    /** How many milliseconds this share of the events took at most from publication to the log. */
    double logMs(double share) {
        return quantile(logged, share);
    }

    private double quantile(long[] ends, double share) {
        var both = new BitSet();
        for (int i = 0; i < ends.length; i++) {
            both.set(i, intended[i] != NEVER && ends[i] != NEVER);
        }
        long[] took =
                both.stream().mapToLong(i -> ends[i] - intended[i]).sorted().toArray();
        return took.length == 0
                ? Double.NaN
                : took[(int) Math.min(took.length - 1, Math.ceil(share * took.length) - 1)] / 1_000.0;
    }
}
