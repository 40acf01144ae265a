package dev.postern.model;

import org.jspecify.annotations.Nullable;

/**
 * What the delivery queue carries: one attempt that is to be made.
 *
 * @param attempt 1 for the first
 * @param manual whether a person asked for it
 * @param origin null where whoever queued it didn't say
 */
public record DeliveryTask(
        Event event,
        String destinationId,
        int attempt,
        boolean manual,
        @Nullable Origin origin) {

    public DeliveryTask {
        Checks.notEmpty("destinationId", destinationId);
        Ranges.requireAtLeast("attempt", attempt, 1);
    }

    /** One that nobody has said the origin of. */
    public DeliveryTask(Event event, String destinationId, int attempt, boolean manual) {
        this(event, destinationId, attempt, manual, null);
    }

    public DeliveryTask withOrigin(@Nullable Origin newOrigin) {
        return new DeliveryTask(event, destinationId, attempt, manual, newOrigin);
    }

    public DestinationKey destinationKey() {
        return new DestinationKey(event.tenantId(), destinationId);
    }
}
