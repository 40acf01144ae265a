package dev.postern.delivery;

/** How a person's wish for one more attempt was received. */
public sealed interface ManualRetryResult {

    /**
     * The attempt is safely queued.
     *
     * @param attempt its number; a higher one where an attempt that is not logged yet has this one
     */
    record Queued(String tenantId, String eventId, String destinationId, int attempt) implements ManualRetryResult {}

    /** The log does not have the event. */
    record NoSuchEvent() implements ManualRetryResult {}

    /** The event's tenant has no such destination, or has it no more. */
    record NoSuchDestination() implements ManualRetryResult {}

    /** Nothing is delivered to the destination until it is enabled. */
    record DestinationDisabled() implements ManualRetryResult {}

    /** The destination does not take such an event, by its topics and filter as they are now. */
    record TopicMismatch() implements ManualRetryResult {}
}
