package dev.postern.delivery.lanes;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What was decided under the lock and is done outside of it, one after the other: an attempt that ends as
 * soon as it is begun asks for the next one, and a thousand of them must not pile up on one stack.
 */
final class Actions {

    private final Queue<Runnable> pending = new ConcurrentLinkedQueue<>();
    private final AtomicInteger calls = new AtomicInteger();

    void add(Runnable action) {
        pending.add(action);
    }

    void run() {
        if (calls.getAndIncrement() > 0) {
            return;
        }
        int seen = 1;
        do {
            for (Runnable next = pending.poll(); next != null; next = pending.poll()) {
                next.run();
            }
            seen = calls.addAndGet(-seen);
        } while (seen > 0);
    }
}
