package dev.postern.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened, published once for a tenant.
 *
 * @param destinationId the one destination it was published for; null for every one that matches
 * @param matchedDestinationIds the destinations it matched when it was published; empty until then
 * @param topic empty where the publisher named none
 * @param time in UTC; ours have millisecond precision, stored ones may have microseconds
 * @param metadata sent along as headers or attributes
 * @param data the payload as JSON text, byte for byte as published; null only where a reader was
 *     asked to leave it out
 */
public record Event(
        String id,
        String tenantId,
        @Nullable String destinationId,
        List<String> matchedDestinationIds,
        String topic,
        boolean eligibleForRetry,
        Instant time,
        Map<String, String> metadata,
        @Nullable String data) {

    public Event {
        Checks.notEmpty("id", id);
        Checks.notEmpty("tenantId", tenantId);
        matchedDestinationIds = Checks.copy(matchedDestinationIds);
        metadata = Checks.copy(metadata);
    }

    public EventKey key() {
        return new EventKey(tenantId, id);
    }

    /** The payload, which everything but a reader's sparse answer has. */
    public String requireData() {
        if (data == null) {
            throw new IllegalStateException("event " + id + " was read without its data");
        }
        return data;
    }

    public Event withoutData() {
        return new Event(
                id, tenantId, destinationId, matchedDestinationIds, topic, eligibleForRetry, time, metadata, null);
    }

    public Event withMatchedDestinationIds(List<String> ids) {
        return new Event(id, tenantId, destinationId, ids, topic, eligibleForRetry, time, metadata, data);
    }

    /** Without the payload, which may be large and private. */
    @Override
    public String toString() {
        return "Event[tenantId=%s, id=%s, topic=%s, time=%s]".formatted(tenantId, id, topic, time);
    }
}
