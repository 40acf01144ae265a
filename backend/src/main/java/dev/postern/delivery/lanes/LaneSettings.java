package dev.postern.delivery.lanes;

import dev.postern.model.Ranges;
import java.time.Duration;

/**
 * How much of a process one destination, or one tenant, may take up.
 *
 * @param slots how many attempts run at once (DELIVERY_MAX_CONCURRENCY); at least 1
 * @param perDestination how many of them to one destination (POSTERN_DELIVERY_MAX_PER_DESTINATION, default a
 *     quarter of the slots, rounded up); at least 1
 * @param perTenant how many of them to one tenant's destinations (POSTERN_DELIVERY_MAX_PER_TENANT, default
 *     half of the slots, rounded up); at least 1
 * @param waiting how many tasks wait in memory for their destination or tenant
 *     (POSTERN_DELIVERY_MAX_WAITING, default 16 for each slot, 256 at most); zero or more. A queue that sends
 *     without being asked sends so many, which no other process can work on meanwhile
 * @param longestWait how long a task is expected to wait in memory at most; what would wait longer is
 *     parked; default 1 second; positive
 * @param circuitFailures after how many attempts in a row that nobody answered a destination counts as dead
 *     (POSTERN_CIRCUIT_FAILURES, default 5; 0 never)
 * @param circuitPause for how long nothing is sent to it then, before one attempt probes it
 *     (POSTERN_CIRCUIT_PAUSE_SECONDS, default 30 seconds); positive
 */
public record LaneSettings(
        int slots,
        int perDestination,
        int perTenant,
        int waiting,
        Duration longestWait,
        int circuitFailures,
        Duration circuitPause) {

    private static final int WAITING_PER_SLOT = 16;
    private static final int MOST_WAITING = 256;

    public LaneSettings {
        Ranges.requireAtLeast("slots", slots, 1);
        Ranges.requireAtLeast("perDestination", perDestination, 1);
        Ranges.requireAtLeast("perTenant", perTenant, 1);
        Ranges.requireAtLeast("waiting", waiting, 0);
        Ranges.requirePositive("longestWait", longestWait);
        Ranges.requireAtLeast("circuitFailures", circuitFailures, 0);
        Ranges.requirePositive("circuitPause", circuitPause);
    }

    /** The defaults for so many slots. */
    public static LaneSettings of(int slots) {
        return new LaneSettings(
                slots,
                Math.max(1, Math.ceilDiv(slots, 4)),
                Math.max(1, Math.ceilDiv(slots, 2)),
                Math.clamp((long) WAITING_PER_SLOT * slots, 0, MOST_WAITING),
                Duration.ofSeconds(1),
                5,
                Duration.ofSeconds(30));
    }

    public LaneSettings withPerDestination(int attempts) {
        return new LaneSettings(slots, attempts, perTenant, waiting, longestWait, circuitFailures, circuitPause);
    }

    public LaneSettings withPerTenant(int attempts) {
        return new LaneSettings(slots, perDestination, attempts, waiting, longestWait, circuitFailures, circuitPause);
    }

    public LaneSettings withWaiting(int tasks) {
        return new LaneSettings(slots, perDestination, perTenant, tasks, longestWait, circuitFailures, circuitPause);
    }

    public LaneSettings withCircuit(int failures, Duration pause) {
        return new LaneSettings(slots, perDestination, perTenant, waiting, longestWait, failures, pause);
    }
}
