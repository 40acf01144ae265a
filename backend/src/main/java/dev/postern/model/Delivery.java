package dev.postern.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to hand one event to one destination; the stored formats say "attempt".
 *
 * @param time when the attempt was made
 * @param attemptNumber 1 for the first try of this event at this destination; rows of old Outposts
 *     may have 0
 * @param manual whether a person asked for it
 * @param code the destination's own answer code, or a short error name where there was no answer
 * @param response the destination's answer as JSON text; null where there was none, or where a
 *     reader was asked to leave it out
 * @param latencyMs null for attempts logged before this was measured
 * @param event the event it carried; read from a log, its matched destinations are not filled in
 */
public record Delivery(
        String id,
        String destinationId,
        String destinationType,
        DeliveryStatus status,
        Instant time,
        int attemptNumber,
        boolean manual,
        @Nullable String code,
        @Nullable String response,
        @Nullable Integer latencyMs,
        Event event) {

    public Delivery {
        Checks.notEmpty("id", id);
        Checks.notEmpty("destinationId", destinationId);
        Ranges.requireAtLeast("attemptNumber", attemptNumber, 0);
    }

    public String tenantId() {
        return event.tenantId();
    }

    public String eventId() {
        return event.id();
    }

    /** What is kept of the payload and of the answer. */
    public Delivery with(boolean data, boolean answer) {
        return new Delivery(
                id,
                destinationId,
                destinationType,
                status,
                time,
                attemptNumber,
                manual,
                code,
                answer ? response : null,
                latencyMs,
                data ? event : event.withoutData());
    }

    public DestinationKey destinationKey() {
        return new DestinationKey(event.tenantId(), destinationId);
    }
}
