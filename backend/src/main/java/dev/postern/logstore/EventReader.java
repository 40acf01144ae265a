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

/**
 * Reads events from the log. What carries more than its budget has left ends with a
 * {@link PayloadBudgetExceededException} as soon as that shows, and is no longer read in the store.
 */
public interface EventReader {

    /** One page, of which the caller knows that it isn't too large. */
    default Mono<Page<Event>> listEvents(EventQuery query) {
        return listEvents(query, PayloadBudget.unlimited());
    }

    /** One page. */
    default Mono<Page<Event>> listEvents(EventQuery query, PayloadBudget budget) {
        return listEvents(List.of(query), budget).map(List::getFirst);
    }

    /**
     * The pages of several queries, in their order: what the nested lists of a GraphQL answer need. Queries
     * that differ in single values alone, as those of one nested list do, are answered together: in one
     * statement, or in ClickHouse in one for each window of time looked through, and one for all the rows
     * behind their places.
     *
     * @param queries 1 to 1,000
     * @param budget what all the pages may carry together
     */
    Mono<List<Page<Event>>> listEvents(List<EventQuery> queries, PayloadBudget budget);

    /**
     * The event; the newest where several have the id, across all tenants where {@code tenantId} is
     * null. Empty where there is none.
     */
    Mono<Event> retrieveEvent(@Nullable String tenantId, String id);

    /** Those of the keys that exist, read together. */
    Mono<Map<EventKey, Event>> retrieveEvents(Collection<EventKey> keys, boolean withData, PayloadBudget budget);

    /** How far each event has come at each destination with an attempt in the log, read together. */
    Mono<Map<EventKey, List<DestinationState>>> destinationStates(Collection<EventKey> keys, PayloadBudget budget);

    /**
     * What became of an event at one destination.
     *
     * @param latest the newest delivery, without payload and answer
     * @param count how many attempts were made
     */
    record DestinationState(Delivery latest, int count) {}
}
