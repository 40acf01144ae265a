package dev.postern.model;

/**
 * What the delivery queue carries: one attempt that is to be made.
 *
 * @param attempt 1 for the first
 * @param manual whether a person asked for it
 */
public record DeliveryTask(Event event, String destinationId, int attempt, boolean manual) {

    public DeliveryTask {
        Checks.notEmpty("destinationId", destinationId);
        Ranges.requireAtLeast("attempt", attempt, 1);
    }

    public DestinationKey destinationKey() {
        return new DestinationKey(event.tenantId(), destinationId);
    }
}
