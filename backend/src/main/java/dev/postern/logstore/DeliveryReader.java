package dev.postern.logstore;

import dev.postern.model.Delivery;
import dev.postern.model.Page;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Reads deliveries from the log. What carries more than its budget has left ends with a
 * {@link PayloadBudgetExceededException} as soon as that shows, and is no longer read in the store.
 */
public interface DeliveryReader {

    /** One page, of which the caller knows that it isn't too large. */
    default Mono<Page<Delivery>> listDeliveries(DeliveryQuery query) {
        return listDeliveries(query, PayloadBudget.unlimited());
    }

    /** One page. */
    default Mono<Page<Delivery>> listDeliveries(DeliveryQuery query, PayloadBudget budget) {
        return listDeliveries(List.of(query), budget).map(List::getFirst);
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
    Mono<List<Page<Delivery>>> listDeliveries(List<DeliveryQuery> queries, PayloadBudget budget);

    /**
     * The delivery, whole; the newest where several have the id, across all tenants where
     * {@code tenantId} is null. Empty where there is none.
     */
    Mono<Delivery> retrieveDelivery(@Nullable String tenantId, String id);

    /** The newest attempt of the event at the destination, with its payload; empty where none is logged yet. */
    Mono<Delivery> latestDelivery(String tenantId, String eventId, String destinationId);
}
