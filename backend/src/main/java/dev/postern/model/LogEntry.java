package dev.postern.model;

import org.jspecify.annotations.Nullable;

/**
 * What the log queue carries: an attempt that was made, its event, and the destination as it was.
 *
 * @param destination with no credentials or delivery metadata in it; null in messages of writers
 *     that leave it out
 * @param origin of the task that asked for the attempt, as far as it is known
 */
public record LogEntry(
        Event event,
        Delivery delivery,
        @Nullable Destination destination,
        @Nullable Origin origin) {

    public LogEntry {
        if (destination != null && !(destination.credentials().isEmpty() && destination.deliveryMetadata() == null)) {
            throw new IllegalArgumentException("destination: with secrets (expected: none in a log entry)");
        }
    }

    /** One whose task's origin isn't known. */
    public LogEntry(Event event, Delivery delivery, @Nullable Destination destination) {
        this(event, delivery, destination, null);
    }
}
