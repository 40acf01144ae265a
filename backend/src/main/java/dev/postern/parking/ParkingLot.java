package dev.postern.parking;

import dev.postern.model.DeliveryTask;
import dev.postern.model.DestinationKey;
import java.time.Duration;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * Tasks that can't be worked off yet, in one line for each destination, oldest first. They are out of the
 * queue, so that nobody waits behind them, and in nobody's hand. A line is looked at when its time has
 * come, by one process at a time; what it lets go is released only once it is safe elsewhere.
 */
public interface ParkingLot {

    /**
     * Appends the task to its destination's line. False where the lot is full.
     *
     * @param lookAgain when the line is looked at, where it is the line's first task
     */
    Mono<Boolean> park(DeliveryTask task, Duration lookAgain);

    /**
     * Takes a line whose time has come and hides it from others for the lease, after which its time has come
     * again. Empty where there is none.
     */
    Mono<DestinationKey> receive();

    /** The line's first tasks, which stay in it. */
    Mono<List<Parked>> first(DestinationKey line, int count);

    /** Takes these tasks out of the line; the rest is looked at after the delay. */
    Mono<Void> release(DestinationKey line, List<Parked> gone, Duration lookAgain);

    /** Forgets the whole line. Gives how many tasks it had. */
    Mono<Long> discard(DestinationKey line);

    /** How many tasks are parked. */
    Mono<Long> depth();

    /**
     * A task in a line.
     *
     * @param id tells it from others of the line; the adapter's own
     */
    record Parked(String id, DeliveryTask task) {}
}
