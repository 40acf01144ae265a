package dev.postern.parking;

import dev.postern.model.Ranges;
import java.time.Duration;

/**
 * The limits of the parking lot.
 *
 * @param capacity how many tasks may be parked (POSTERN_PARKED_TASKS_MAX, default 1,000,000); at least 1
 * @param lease for how long a line in hand is hidden from others; default 30 seconds; at least 1 ms
 */
public record ParkingSettings(long capacity, Duration lease) {

    public static final ParkingSettings DEFAULTS = new ParkingSettings(1_000_000, Duration.ofSeconds(30));

    public ParkingSettings {
        Ranges.requireAtLeast("capacity", capacity, 1);
        Ranges.requireAtLeast("lease", lease, Duration.ofMillis(1));
    }

    public ParkingSettings withCapacity(long tasks) {
        return new ParkingSettings(tasks, lease);
    }

    public ParkingSettings withLease(Duration time) {
        return new ParkingSettings(capacity, time);
    }
}
