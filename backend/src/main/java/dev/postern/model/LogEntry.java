package dev.postern.model;

import org.jspecify.annotations.Nullable;

/**
 * What the log queue carries: an attempt that was made, its event, and the destination as it was.
 *
 * @param destination with no credentials or delivery metadata in it; null in messages of writers
 *     that leave it out
 */
public record LogEntry(
        Event event, Delivery delivery, @Nullable Destination destination) {

    public LogEntry {
        if (destination != null && !(destination.credentials().isEmpty() && destination.deliveryMetadata() == null)) {
            throw new IllegalArgumentException("destination: with secrets (expected: none in a log entry)");
        }
    }
}
