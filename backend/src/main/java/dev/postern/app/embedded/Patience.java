package dev.postern.app.embedded;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what another process does. */
final class Patience {

    private static final Duration STEP = Duration.ofMillis(20);

    /** Whether the condition came true in time. */
    static boolean until(Duration longest, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > longest.toNanos()) {
                return false;
            }
            LockSupport.parkNanos(STEP.toNanos());
            if (Thread.currentThread().isInterrupted()) {
                return false;
            }
        }
        return true;
    }

    private Patience() {}
}
