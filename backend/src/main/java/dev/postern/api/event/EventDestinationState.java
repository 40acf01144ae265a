package dev.postern.api.event;

import dev.postern.model.Delivery;
import dev.postern.model.DestinationKey;
import dev.postern.model.Event;
import dev.postern.model.RetryTask;
import org.jspecify.annotations.Nullable;

/** The schema's type: how far an event has come at one destination. */
record EventDestinationState(
        Event event, String destinationId, @Nullable Delivery latest, int deliveryCount) {

    DestinationKey key() {
        return new DestinationKey(event.tenantId(), destinationId);
    }

    RetryTask retry() {
        return new RetryTask(event.id(), event.tenantId(), destinationId);
    }
}
