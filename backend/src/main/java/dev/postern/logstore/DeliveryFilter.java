package dev.postern.logstore;

import dev.postern.model.DeliveryStatus;
import dev.postern.model.TimeRange;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which deliveries are meant. An empty set, or null, means any.
 *
 * @param tenantIds whose deliveries; empty is for operators alone
 * @param time when the attempt was made
 * @param eventTime when the event happened
 */
public record DeliveryFilter(
        Set<String> tenantIds,
        Set<String> eventIds,
        Set<String> destinationIds,
        Set<String> destinationTypes,
        Set<String> topics,
        @Nullable DeliveryStatus status,
        Set<String> codes,
        @Nullable Boolean manual,
        TimeRange time,
        TimeRange eventTime) {

    /** Every delivery there is. */
    public static final DeliveryFilter ANY = new DeliveryFilter(
            Set.of(), Set.of(), Set.of(), Set.of(), Set.of(), null, Set.of(), null, TimeRange.ANY, TimeRange.ANY);

    public DeliveryFilter {
        tenantIds = Set.copyOf(tenantIds);
        eventIds = Set.copyOf(eventIds);
        destinationIds = Set.copyOf(destinationIds);
        destinationTypes = Set.copyOf(destinationTypes);
        topics = Set.copyOf(topics);
        codes = Set.copyOf(codes);
    }
}
