package dev.postern.alert.memory;

import dev.postern.alert.FailureCounter;
import dev.postern.model.DestinationKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import reactor.core.publisher.Mono;

/** Failures counted in memory, gone with the process. */
public final class MemoryFailureCounter implements FailureCounter {

    private final Clock clock;
    private final Map<DestinationKey, Failures> failures = new HashMap<>();
    private final Map<DestinationKey, Instant> windows = new HashMap<>();

    public MemoryFailureCounter(Clock clock) {
        this.clock = clock;
    }

    @Override
    public Mono<Integer> failed(DestinationKey destination, String attempt, int most) {
        return Mono.fromSupplier(() -> count(destination, attempt, most));
    }

    @Override
    public Mono<Void> oncePerWindow(DestinationKey destination, Duration window, Mono<Boolean> telling) {
        return Mono.defer(() -> {
            if (!open(destination, window)) {
                return Mono.empty();
            }
            var told = new AtomicBoolean();
            return telling.doOnNext(told::set)
                    .doFinally(signal -> {
                        if (!told.get()) {
                            close(destination);
                        }
                    })
                    .then();
        });
    }

    @Override
    public Mono<Void> reset(DestinationKey destination) {
        return Mono.fromRunnable(() -> forget(destination));
    }

    private synchronized int count(DestinationKey destination, String attempt, int most) {
        Instant now = clock.instant();
        failures.values().removeIf(old -> !old.last.plus(FORGOTTEN_AFTER).isAfter(now));
        Failures known = failures.computeIfAbsent(destination, key -> new Failures(now));
        known.last = now;
        if (known.ids.size() < most) {
            known.ids.add(attempt);
        }
        return known.ids.size();
    }

    private synchronized boolean open(DestinationKey destination, Duration window) {
        Instant now = clock.instant();
        windows.values().removeIf(end -> !end.isAfter(now));
        return windows.putIfAbsent(destination, now.plus(window)) == null;
    }

    private synchronized void close(DestinationKey destination) {
        windows.remove(destination);
    }

    private synchronized void forget(DestinationKey destination) {
        failures.remove(destination);
    }

    private static final class Failures {

        private final Set<String> ids = new HashSet<>();
        private Instant last;

        private Failures(Instant last) {
            this.last = last;
        }
    }
}
