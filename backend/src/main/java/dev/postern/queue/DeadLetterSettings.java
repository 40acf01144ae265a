package dev.postern.queue;

import dev.postern.model.Ranges;

/**
 * When a message becomes a dead letter, and how many are kept.
 *
 * @param maxFailures how many receives may count against a message; with the last of them it is set
 *     aside. At least 1; 5 by default
 * @param capacity how many dead letters one queue keeps, at least 1; 10,000 by default
 * @param bytes how large they may be together, at least 1; 256 MiB by default
 * @param dropOldest whether the oldest go for good where a new one finds no room. Off by default: then
 *     the message stays in its queue, takes up room there, and tries again every visibility time, until
 *     somebody redrives or discards some. Nothing is lost, and in the end publishers are told that the
 *     queue is full
 */
public record DeadLetterSettings(int maxFailures, long capacity, long bytes, boolean dropOldest) {

    public DeadLetterSettings {
        Ranges.requireAtLeast("deadLetters.maxFailures", maxFailures, 1);
        Ranges.requireAtLeast("deadLetters.capacity", capacity, 1);
        Ranges.requireAtLeast("deadLetters.bytes", bytes, 1);
    }

    public static DeadLetterSettings defaults() {
        return new DeadLetterSettings(5, 10_000, 256L << 20, false);
    }

    public DeadLetterSettings withMaxFailures(int failures) {
        return new DeadLetterSettings(failures, capacity, bytes, dropOldest);
    }

    public DeadLetterSettings withCapacity(long letters) {
        return new DeadLetterSettings(maxFailures, letters, bytes, dropOldest);
    }

    public DeadLetterSettings withBytes(long most) {
        return new DeadLetterSettings(maxFailures, capacity, most, dropOldest);
    }

    public DeadLetterSettings withDropOldest(boolean drop) {
        return new DeadLetterSettings(maxFailures, capacity, bytes, drop);
    }
}
