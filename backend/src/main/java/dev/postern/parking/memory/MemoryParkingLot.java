package dev.postern.parking.memory;

import dev.postern.model.DeliveryTask;
import dev.postern.model.DestinationKey;
import dev.postern.parking.ParkingLot;
import dev.postern.parking.ParkingSettings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Mono;

/** Parked tasks in memory, gone with the process. */
public final class MemoryParkingLot implements ParkingLot {

    private final Clock clock;
    private final ParkingSettings settings;
    private final Map<DestinationKey, Line> lines = new HashMap<>();
    private long ids;

    public MemoryParkingLot(Clock clock, ParkingSettings settings) {
        this.clock = clock;
        this.settings = settings;
    }

    @Override
    public Mono<Boolean> park(DeliveryTask task, Duration lookAgain) {
        return Mono.fromSupplier(() -> append(task, lookAgain));
    }

    @Override
    public Mono<DestinationKey> receive() {
        return Mono.defer(() -> Mono.justOrEmpty(take()));
    }

    @Override
    public Mono<List<Parked>> first(DestinationKey line, int count) {
        return Mono.fromSupplier(() -> head(line, count));
    }

    @Override
    public Mono<Void> release(DestinationKey line, List<Parked> gone, Duration lookAgain) {
        return Mono.fromRunnable(() -> remove(line, gone, lookAgain));
    }

    @Override
    public Mono<Long> discard(DestinationKey line) {
        return Mono.fromSupplier(() -> forget(line));
    }

    @Override
    public Mono<Long> depth() {
        return Mono.fromSupplier(this::count);
    }

    private synchronized boolean append(DeliveryTask task, Duration lookAgain) {
        if (count() >= settings.capacity()) {
            return false;
        }
        Line line = lines.computeIfAbsent(
                task.destinationKey(), key -> new Line(clock.instant().plus(lookAgain)));
        line.tasks.put(Long.toString(++ids), task);
        return true;
    }

    private synchronized Optional<DestinationKey> take() {
        Instant now = clock.instant();
        return lines.entrySet().stream()
                .filter(entry -> !entry.getValue().look.isAfter(now))
                .min(Map.Entry.comparingByValue((a, b) -> a.look.compareTo(b.look)))
                .map(entry -> {
                    entry.getValue().look = now.plus(settings.lease());
                    return entry.getKey();
                });
    }

    private synchronized List<Parked> head(DestinationKey key, int count) {
        Line line = lines.get(key);
        return line == null
                ? List.of()
                : line.tasks.entrySet().stream()
                        .limit(count)
                        .map(entry -> new Parked(entry.getKey(), entry.getValue()))
                        .toList();
    }

    private synchronized void remove(DestinationKey key, List<Parked> gone, Duration lookAgain) {
        Line line = lines.get(key);
        if (line == null) {
            return;
        }
        gone.forEach(parked -> line.tasks.remove(parked.id()));
        if (line.tasks.isEmpty()) {
            lines.remove(key);
        } else {
            line.look = clock.instant().plus(lookAgain);
        }
    }

    private synchronized long forget(DestinationKey key) {
        Line line = lines.remove(key);
        return line == null ? 0 : line.tasks.size();
    }

    private synchronized long count() {
        return lines.values().stream().mapToLong(line -> line.tasks.size()).sum();
    }

    private static final class Line {

        private final Map<String, DeliveryTask> tasks = new LinkedHashMap<>();
        private Instant look;

        private Line(Instant look) {
            this.look = look;
        }
    }
}
