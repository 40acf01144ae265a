package dev.postern.benchmark;

import dev.postern.model.Cursor;
import java.time.Instant;

/** A delivery somewhere in the log, whose surroundings are looked at. */
record Place(String tenantId, String destinationId, String topic, String eventId, String deliveryId, Instant time) {

    Cursor cursor() {
        return new Cursor(time, deliveryId);
    }
}
