package dev.postern.logstore;

import dev.postern.model.Delivery;
import dev.postern.model.Event;
import dev.postern.model.EventKey;
import dev.postern.model.Page;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Reads events from the log. */
public interface EventReader {

    Mono<Page<Event>> listEvents(EventQuery query);

    /**
     * The pages of several queries, in their order: what the nested lists of a GraphQL answer need. Queries
     * that differ in single values alone, as those of one nested list do, are answered together: in one
     * statement, or in ClickHouse in one for each window of time looked through, and one for all the rows
     * behind their places.
     *
     * @param queries 1 to 1,000
     */
    Mono<List<Page<Event>>> listEvents(List<EventQuery> queries);

    /**
     * The event; the newest where several have the id, across all tenants where {@code tenantId} is
     * null. Empty where there is none.
     */
    Mono<Event> retrieveEvent(@Nullable String tenantId, String id);

    /** Those of the keys that exist, read together. */
    Mono<Map<EventKey, Event>> retrieveEvents(Collection<EventKey> keys, boolean withData);

    /** How far each event has come at each destination with an attempt in the log, read together. */
    Mono<Map<EventKey, List<DestinationState>>> destinationStates(Collection<EventKey> keys);

    /**
     * What became of an event at one destination.
     *
     * @param latest the newest delivery, without payload and answer
     * @param count how many attempts were made
     */
    record DestinationState(Delivery latest, int count) {}
}
