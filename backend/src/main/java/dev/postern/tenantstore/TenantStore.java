package dev.postern.tenantstore;

import dev.postern.model.Destination;
import dev.postern.model.DestinationKey;
import dev.postern.model.Event;
import dev.postern.model.Page;
import dev.postern.model.PageRequest;
import dev.postern.model.Tenant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Tenants and their destinations. Every change is atomic and safe to repeat; what is deleted reads as
 * absent at once and can be written anew. Failures of the store itself are errors of the Mono.
 */
public interface TenantStore {

    /** Creates the tenant, or replaces its metadata; revives a deleted one. */
    Mono<UpsertedTenant> upsertTenant(String id, @Nullable Map<String, String> metadata);

    /** The tenant; empty where there is none or it is deleted. */
    Mono<Tenant> retrieveTenant(String id);

    /** Those of the ids that exist, by id, in one round trip. */
    Mono<Map<String, Tenant>> retrieveTenants(Collection<String> ids);

    /** Deletes the tenant and its destinations. False where there was none. */
    Mono<Boolean> deleteTenant(String id);

    /** Tenants by creation time and then id. */
    Mono<Page<Tenant>> listTenants(PageRequest page);

    /** How many tenants there are, deleted ones not counted. */
    Mono<Long> countTenants();

    /**
     * Stores a destination that does not exist yet, in its stored form: topics normalised, times to the
     * millisecond.
     *
     * @throws IllegalArgumentException without topics, or where one is empty or has a comma
     */
    Mono<CreateOutcome> createDestination(Destination destination);

    /**
     * Replaces a live destination by what {@code change} makes of it. The change is applied to the
     * stored state and to nothing newer: where another writer came between, it is applied anew, so it
     * must be a pure function. Key, type and creation time stay whatever {@code change} says; the update
     * time is what {@code change} makes it. An exception that {@code change} throws is the Mono's error, and nothing is stored.
     */
    Mono<UpdateOutcome> updateDestination(DestinationKey key, UnaryOperator<Destination> change);

    /** Deletes the destination. */
    Mono<DeleteOutcome> deleteDestination(DestinationKey key);

    /** The destination; empty where there is none or it is deleted. */
    Mono<Destination> retrieveDestination(DestinationKey key);

    /** Those of the keys that exist, of any tenants, in one pipelined round trip. */
    Mono<Map<DestinationKey, Destination>> retrieveDestinations(Collection<DestinationKey> keys);

    /** All of a tenant's destinations, by creation time and then id; empty for an unknown tenant. */
    Mono<List<Destination>> listDestinations(String tenantId);

    /** As {@link #listDestinations(String)} for several tenants, in one pipelined round trip. */
    Mono<Map<String, List<Destination>>> listDestinations(Collection<String> tenantIds);

    /**
     * The ids of the event's tenant's enabled destinations whose topics and filter it meets, of
     * {@link Event#destinationId()} alone where it names one; sorted.
     */
    Mono<List<String>> match(Event event);

    /**
     * The tenant as it stands now.
     *
     * @param created false where it existed already
     */
    record UpsertedTenant(Tenant tenant, boolean created) {}

    /** How a creation ended. */
    sealed interface CreateOutcome {
        record Created(Destination destination, Subscriptions.Change subscriptions) implements CreateOutcome {}

        /** A live destination has this id. */
        record DuplicateId() implements CreateOutcome {}

        /** The tenant has as many destinations as it may. */
        record LimitReached(int limit) implements CreateOutcome {}

        record NoSuchTenant() implements CreateOutcome {}
    }

    /** How an update ended. */
    sealed interface UpdateOutcome {
        record Updated(Destination before, Destination after, Subscriptions.Change subscriptions)
                implements UpdateOutcome {}

        record NoSuchDestination() implements UpdateOutcome {}
    }

    /** How a deletion ended. */
    sealed interface DeleteOutcome {
        record Deleted(Subscriptions.Change subscriptions) implements DeleteOutcome {}

        record NoSuchDestination() implements DeleteOutcome {}
    }
}
