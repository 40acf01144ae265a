package dev.postern.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A customer of the platform, on whose behalf events are published and delivered.
 *
 * @param metadata the platform's own notes; null where none were given
 * @param topics the sorted union of what the tenant's destinations subscribe to, disabled ones
 *     included; {@code ["*"]} where one takes all
 * @param destinationCount how many destinations there are, disabled ones included
 */
public record Tenant(
        String id,
        @Nullable Map<String, String> metadata,
        List<String> topics,
        int destinationCount,
        Instant createdAt,
        Instant updatedAt) {

    public Tenant {
        Checks.notEmpty("id", id);
        Ranges.requireAtLeast("destinationCount", destinationCount, 0);
        metadata = Checks.copyOrNull(metadata);
        topics = Checks.copy(topics);
    }
}
