package dev.postern.api.query;

import dev.postern.logstore.DeliveryQuery;
import dev.postern.logstore.DeliveryReader;
import dev.postern.logstore.EventQuery;
import dev.postern.logstore.EventReader;
import dev.postern.logstore.EventReader.DestinationState;
import dev.postern.logstore.PayloadBudget;
import dev.postern.model.Delivery;
import dev.postern.model.Destination;
import dev.postern.model.DestinationKey;
import dev.postern.model.Event;
import dev.postern.model.EventKey;
import dev.postern.model.Page;
import dev.postern.model.RetryTask;
import dev.postern.model.Tenant;
import dev.postern.retry.RetryScheduler;
import dev.postern.tenantstore.TenantStore;
import graphql.GraphQLContext;
import graphql.schema.DataFetchingEnvironment;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.dataloader.BatchLoaderEnvironment;
import org.dataloader.DataLoader;
import org.dataloader.instrumentation.DataLoaderInstrumentation;
import org.jspecify.annotations.Nullable;
import org.springframework.graphql.execution.BatchLoaderRegistry;
import reactor.core.publisher.Flux;

/**
 * What a query asks of the stores, gathered level by level into one call each. Every key has the tenant
 * in it, so that nothing loaded for one can be handed to another.
 */
public final class Loaders {

    private static final String TENANT = "tenant";
    private static final String DESTINATION = "destination";
    private static final String DESTINATIONS = "destinations";
    private static final String EVENT = "event";
    private static final String SPARSE_EVENT = "sparseEvent";
    private static final String EVENTS = "events";
    private static final String DELIVERIES = "deliveries";
    private static final String STATES = "destinationStates";
    private static final String RETRY = "retry";

    /** What the ports take in one call. */
    private static final int MAX_BATCH = 1_000;

    private final BatchLoaderRegistry registry;
    private final DataLoaderInstrumentation instrumentation;

    /**
     * Registers the loaders; every request gets its own set of them.
     *
     * @param instrumentation told of every batch
     */
    public Loaders(
            BatchLoaderRegistry registry,
            TenantStore tenants,
            EventReader events,
            DeliveryReader deliveries,
            RetryScheduler retries,
            DataLoaderInstrumentation instrumentation) {
        this.registry = registry;
        this.instrumentation = instrumentation;
        this.<String, Tenant>loader(TENANT)
                .registerMappedBatchLoader((ids, environment) -> tenants.retrieveTenants(ids));
        this.<DestinationKey, Destination>loader(DESTINATION)
                .registerMappedBatchLoader((keys, environment) -> tenants.retrieveDestinations(keys));
        this.<String, List<Destination>>loader(DESTINATIONS)
                .registerMappedBatchLoader((ids, environment) -> tenants.listDestinations(ids));
        this.<EventKey, Event>loader(EVENT)
                .registerMappedBatchLoader(
                        (keys, environment) -> events.retrieveEvents(keys, true, budget(environment)));
        this.<EventKey, Event>loader(SPARSE_EVENT)
                .registerMappedBatchLoader(
                        (keys, environment) -> events.retrieveEvents(keys, false, budget(environment)));
        this.<EventQuery, Page<Event>>loader(EVENTS)
                .registerBatchLoader((queries, environment) ->
                        events.listEvents(queries, budget(environment)).flatMapMany(Flux::fromIterable));
        this.<DeliveryQuery, Page<Delivery>>loader(DELIVERIES)
                .registerBatchLoader((queries, environment) ->
                        deliveries.listDeliveries(queries, budget(environment)).flatMapMany(Flux::fromIterable));
        this.<EventKey, List<DestinationState>>loader(STATES)
                .registerMappedBatchLoader((keys, environment) -> events.destinationStates(keys, budget(environment)));
        this.<RetryTask, Instant>loader(RETRY)
                .registerMappedBatchLoader((tasks, environment) -> retries.dueTimes(tasks));
    }

    /** The tenant, if there is one. */
    public static CompletableFuture<@Nullable Tenant> tenant(DataFetchingEnvironment environment, String id) {
        return load(environment, TENANT, id);
    }

    /** The destination, if there is one. */
    public static CompletableFuture<@Nullable Destination> destination(
            DataFetchingEnvironment environment, DestinationKey key) {
        return load(environment, DESTINATION, key);
    }

    /** Those of the keys that exist, in their order. */
    public static CompletableFuture<List<Destination>> destinations(
            DataFetchingEnvironment environment, List<DestinationKey> keys) {
        return Loaders.<DestinationKey, Destination>named(environment, DESTINATION)
                .loadMany(keys)
                .thenApply(found -> found.stream().filter(Objects::nonNull).toList());
    }

    /** All of a tenant's; null where there is no such tenant. */
    public static CompletableFuture<@Nullable List<Destination>> destinationsOf(
            DataFetchingEnvironment environment, String tenantId) {
        return load(environment, DESTINATIONS, tenantId);
    }

    /** The event with its payload, if it is in the log. */
    public static CompletableFuture<@Nullable Event> event(DataFetchingEnvironment environment, EventKey key) {
        return load(environment, EVENT, key);
    }

    /** Without the payload. */
    public static CompletableFuture<@Nullable Event> sparseEvent(DataFetchingEnvironment environment, EventKey key) {
        return load(environment, SPARSE_EVENT, key);
    }

    /** The page that the query asks for. */
    public static CompletableFuture<Page<Event>> events(DataFetchingEnvironment environment, EventQuery query) {
        return load(environment, EVENTS, query);
    }

    /** The page that the query asks for. */
    public static CompletableFuture<Page<Delivery>> deliveries(
            DataFetchingEnvironment environment, DeliveryQuery query) {
        return load(environment, DELIVERIES, query);
    }

    /** How far the event has come at each destination that was tried. */
    public static CompletableFuture<@Nullable List<DestinationState>> states(
            DataFetchingEnvironment environment, EventKey key) {
        return load(environment, STATES, key);
    }

    /** When the retry is due, if one is pending. */
    public static CompletableFuture<@Nullable Instant> retryDue(DataFetchingEnvironment environment, RetryTask task) {
        return load(environment, RETRY, task);
    }

    private static PayloadBudget budget(BatchLoaderEnvironment environment) {
        return AnswerBudget.of(Objects.requireNonNull(environment.<GraphQLContext>getContext()))
                .reading();
    }

    private <K, V> BatchLoaderRegistry.RegistrationSpec<K, V> loader(String name) {
        return registry.<K, V>forName(name)
                .withOptions(options -> options.setMaxBatchSize(MAX_BATCH).setInstrumentation(instrumentation));
    }

    private static <K, V extends @Nullable Object> CompletableFuture<V> load(
            DataFetchingEnvironment environment, String name, K key) {
        return Loaders.<K, V>named(environment, name).load(key);
    }

    private static <K, V extends @Nullable Object> DataLoader<K, V> named(
            DataFetchingEnvironment environment, String name) {
        DataLoader<K, V> loader = environment.getDataLoader(name);
        if (loader == null) {
            throw new IllegalStateException("loader: " + name + " is not registered");
        }
        return loader;
    }
}
