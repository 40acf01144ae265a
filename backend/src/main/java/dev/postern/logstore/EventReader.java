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
     * The pages of several queries, in their order, in one statement: what the nested lists of a
     * GraphQL answer need.
     *
     * @param queries 1 to 1,000
     */
    Mono<List<Page<Event>>> listEvents(List<EventQuery> queries);

    /**
     * The event; the newest where several have the id, across all tenants where {@code tenantId} is
     * null. Empty where there is none.
     */
    Mono<Event> retrieveEvent(@Nullable String tenantId, String id);

    /** Those of the keys that exist, in one statement. */
    Mono<Map<EventKey, Event>> retrieveEvents(Collection<EventKey> keys, boolean withData);

    /** How far each event has come at each destination with an attempt in the log, in one statement. */
    Mono<Map<EventKey, List<DestinationState>>> destinationStates(Collection<EventKey> keys);

    /**
     * What became of an event at one destination.
     *
     * @param latest the newest delivery, without payload and answer
     * @param count how many attempts were made
     */
    record DestinationState(Delivery latest, int count) {}
}
