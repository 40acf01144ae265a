package dev.postern.logstore.memory;

import dev.postern.model.Delivery;
import dev.postern.model.Event;

/** Rows without what a reader left out. */
final class Sparse {

    static Event withoutData(Event event) {
        return new Event(
                event.id(),
                event.tenantId(),
                event.destinationId(),
                event.matchedDestinationIds(),
                event.topic(),
                event.eligibleForRetry(),
                event.time(),
                event.metadata(),
                null);
    }

    static Delivery delivery(Delivery delivery, boolean withData, boolean withResponse) {
        return new Delivery(
                delivery.id(),
                delivery.destinationId(),
                delivery.destinationType(),
                delivery.status(),
                delivery.time(),
                delivery.attemptNumber(),
                delivery.manual(),
                delivery.code(),
                withResponse ? delivery.response() : null,
                delivery.latencyMs(),
                withData ? delivery.event() : withoutData(delivery.event()));
    }

    private Sparse() {}
}
