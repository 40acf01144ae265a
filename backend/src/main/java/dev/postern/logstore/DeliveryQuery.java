package dev.postern.logstore;

import dev.postern.model.DeliveryStatus;
import dev.postern.model.PageRequest;
import dev.postern.model.TimeRange;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A page of deliveries. An empty set, or null, means any.
 *
 * @param tenantIds whose deliveries; empty is for operators alone
 * @param time when the attempt was made
 * @param eventTime when the event happened
 * @param withData whether the events' payloads are read
 * @param withResponse whether the destinations' answers are read
 */
public record DeliveryQuery(
        Set<String> tenantIds,
        Set<String> eventIds,
        Set<String> destinationIds,
        Set<String> destinationTypes,
        Set<String> topics,
        @Nullable DeliveryStatus status,
        Set<String> codes,
        @Nullable Boolean manual,
        TimeRange time,
        TimeRange eventTime,
        PageRequest page,
        boolean withData,
        boolean withResponse) {

    public DeliveryQuery {
        tenantIds = Set.copyOf(tenantIds);
        eventIds = Set.copyOf(eventIds);
        destinationIds = Set.copyOf(destinationIds);
        destinationTypes = Set.copyOf(destinationTypes);
        topics = Set.copyOf(topics);
        codes = Set.copyOf(codes);
    }

    /** A page of the deliveries that the filter means. */
    public static DeliveryQuery of(DeliveryFilter filter, PageRequest page, boolean withData, boolean withResponse) {
        return new DeliveryQuery(
                filter.tenantIds(),
                filter.eventIds(),
                filter.destinationIds(),
                filter.destinationTypes(),
                filter.topics(),
                filter.status(),
                filter.codes(),
                filter.manual(),
                filter.time(),
                filter.eventTime(),
                page,
                withData,
                withResponse);
    }

    /** Which deliveries, whatever the page. */
    public DeliveryFilter filter() {
        return new DeliveryFilter(
                tenantIds, eventIds, destinationIds, destinationTypes, topics, status, codes, manual, time, eventTime);
    }

    /** Every delivery of a tenant, or of all tenants where it is null. */
    public static DeliveryQuery of(@Nullable String tenantId, PageRequest page) {
        return new DeliveryQuery(
                tenantId == null ? Set.of() : Set.of(tenantId),
                Set.of(),
                Set.of(),
                Set.of(),
                Set.of(),
                null,
                Set.of(),
                null,
                TimeRange.ANY,
                TimeRange.ANY,
                page,
                true,
                true);
    }
}
