package dev.postern.api.query;

import dev.postern.logstore.DeliveryQuery;
import dev.postern.model.DestinationKey;
import dev.postern.model.EventKey;
import dev.postern.model.PageRequest;
import dev.postern.model.TimeRange;
import java.util.Set;

/** Queries for the attempts at one destination. */
public final class Attempts {

    /** Of one event. */
    public static DeliveryQuery of(
            EventKey event, String destinationId, PageRequest page, boolean withData, boolean withResponse) {
        return query(event.tenantId(), Set.of(event.id()), destinationId, page, withData, withResponse);
    }

    /** Of every event, bare. */
    public static DeliveryQuery at(DestinationKey destination, PageRequest page) {
        return query(destination.tenantId(), Set.of(), destination.id(), page, false, false);
    }

    private static DeliveryQuery query(
            String tenantId,
            Set<String> eventIds,
            String destinationId,
            PageRequest page,
            boolean withData,
            boolean withResponse) {
        return new DeliveryQuery(
                Set.of(tenantId),
                eventIds,
                Set.of(destinationId),
                Set.of(),
                Set.of(),
                null,
                Set.of(),
                null,
                TimeRange.ANY,
                TimeRange.ANY,
                page,
                withData,
                withResponse);
    }

    private Attempts() {}
}
