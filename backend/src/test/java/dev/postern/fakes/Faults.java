package dev.postern.fakes;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import reactor.core.publisher.Mono;

/** Lets operations of a port fail. */
public final class Faults {

    private final AtomicInteger left = new AtomicInteger();
    private final AtomicInteger spared = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicReference<Mono<Void>> answers = new AtomicReference<>(Mono.empty());

    public void failNext(int operations) {
        failAfter(0, operations);
    }

    /** Lets some pass first. */
    public void failAfter(int passing, int operations) {
        spared.set(passing);
        left.set(operations);
    }

    public void failAlways() {
        left.set(Integer.MAX_VALUE);
    }

    /** What is done is heard of only once {@code gate} has ended. */
    public void holdAnswers(Mono<Void> gate) {
        answers.set(gate);
    }

    public void recover() {
        left.set(0);
    }

    /** How many operations failed. */
    public int failures() {
        return failures.get();
    }

    public <T> Mono<T> around(Mono<T> operation) {
        return Mono.defer(() -> {
            if (left.get() > 0 && spared.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
                return operation;
            }
            if (left.getAndUpdate(n -> Math.max(0, n - 1)) == 0) {
                return operation
                        .materialize()
                        .delayUntil(answer -> answers.get())
                        .dematerialize();
            }
            failures.incrementAndGet();
            return Mono.error(new IllegalStateException("out of order"));
        });
    }
}
