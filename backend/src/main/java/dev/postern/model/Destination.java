package dev.postern.model;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a tenant wants events delivered.
 *
 * @param type a name that the provider registry knows, such as {@code webhook}; an unknown one is
 *     kept as stored, so that another system's destinations stay readable
 * @param filter conditions on the event beside its topic; null takes every event of the topics
 * @param credentials the secrets in clear; never in a log, a queue or an answer
 * @param deliveryMetadata headers or attributes sent with every delivery; secret like credentials
 * @param disabledAt since when nothing is delivered; null while enabled
 */
public record Destination(
        String id,
        String tenantId,
        String type,
        Topics topics,
        @Nullable Filter filter,
        Map<String, String> config,
        Map<String, String> credentials,
        @Nullable Map<String, String> deliveryMetadata,
        @Nullable Map<String, String> metadata,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Instant disabledAt) {

    public Destination {
        Checks.notEmpty("id", id);
        Checks.notEmpty("tenantId", tenantId);
        config = Checks.copy(config);
        credentials = Checks.copy(credentials);
        deliveryMetadata = Checks.copyOrNull(deliveryMetadata);
        metadata = Checks.copyOrNull(metadata);
    }

    public DestinationKey key() {
        return new DestinationKey(tenantId, id);
    }

    public boolean enabled() {
        return disabledAt == null;
    }

    public Destination withConfig(Map<String, String> newConfig) {
        return new Destination(
                id,
                tenantId,
                type,
                topics,
                filter,
                newConfig,
                credentials,
                deliveryMetadata,
                metadata,
                createdAt,
                updatedAt,
                disabledAt);
    }

    public Destination withCredentials(Map<String, String> newCredentials) {
        return new Destination(
                id,
                tenantId,
                type,
                topics,
                filter,
                config,
                newCredentials,
                deliveryMetadata,
                metadata,
                createdAt,
                updatedAt,
                disabledAt);
    }

    public Destination withUpdatedAt(Instant now) {
        return new Destination(
                id,
                tenantId,
                type,
                topics,
                filter,
                config,
                credentials,
                deliveryMetadata,
                metadata,
                createdAt,
                now,
                disabledAt);
    }

    /** The same destination, disabled since {@code at}, or enabled where that is null. */
    public Destination withDisabledAt(@Nullable Instant at) {
        return new Destination(
                id,
                tenantId,
                type,
                topics,
                filter,
                config,
                credentials,
                deliveryMetadata,
                metadata,
                createdAt,
                updatedAt,
                at);
    }

    /** Ids and type alone: what a log line may show. */
    @Override
    public String toString() {
        return "Destination[tenantId=%s, id=%s, type=%s, enabled=%s]".formatted(tenantId, id, type, enabled());
    }
}
