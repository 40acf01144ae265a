package dev.postern.tenantstore.redis;

import dev.postern.model.Destination;
import dev.postern.model.DestinationKey;
import dev.postern.model.Event;
import dev.postern.model.Page;
import dev.postern.model.PageRequest;
import dev.postern.model.Tenant;
import dev.postern.redis.RedisConnection;
import dev.postern.tenantstore.DestinationSummary;
import dev.postern.tenantstore.TenantStore;
import java.time.Clock;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.function.Tuple2;

/**
 * Tenants and destinations in the keys and bytes of Outpost, which may work on them at the same time.
 * What is deleted stays for a week, marked, as Outpost leaves it. Beside Outpost's keys there is an
 * index of all tenants, which {@link #buildIndex} fills once for all processes, and which
 * {@link #refreshIndex} keeps right where an Outpost writes beside us. Listing and counting wait until
 * the index was filled, so that they never leave out what was there before.
 */
public final class RedisTenantStore implements TenantStore {

    private final TenantReader reader;
    private final TenantIndex index;
    private final Tenants tenants;
    private final Destinations destinations;

    public RedisTenantStore(RedisConnection redis, Clock clock, RedisTenantStoreSettings settings) {
        var keys = new TenantKeys(redis);
        reader = new TenantReader(redis, keys, settings.maxReadsInFlight());
        index = new TenantIndex(redis, keys, reader, settings.indexBatch());
        tenants = new Tenants(redis, keys, reader, index, clock, settings.maxWriteAttempts());
        destinations = new Destinations(redis, keys, reader, clock, settings);
    }

    /**
     * Fills the index from the tenants that are there, where that was never done; for every start, so that
     * the first listing need not wait for it. Safe in several processes at once.
     */
    public Mono<Void> buildIndex() {
        return index.build();
    }

    /**
     * Walks over all keys and over the index, a batch at a time, and makes the index right: takes in what
     * others wrote or a crash left out, drops what is gone. For a schedule, never for a request.
     */
    public Mono<Void> refreshIndex() {
        return index.refresh();
    }

    @Override
    public Mono<UpsertedTenant> upsertTenant(String id, @Nullable Map<String, String> metadata) {
        return tenants.upsert(id, metadata);
    }

    @Override
    public Mono<Tenant> retrieveTenant(String id) {
        return reader.read(id).flatMap(Mono::justOrEmpty);
    }

    @Override
    public Mono<Map<String, Tenant>> retrieveTenants(Collection<String> ids) {
        return reader.read(new LinkedHashSet<>(ids)).collectMap(Tenant::id);
    }

    @Override
    public Mono<Boolean> deleteTenant(String id) {
        return tenants.delete(id);
    }

    @Override
    public Mono<Page<Tenant>> listTenants(PageRequest page) {
        return index.page(page);
    }

    /** The size of the index: right but for what another system deleted since the last refresh. */
    @Override
    public Mono<Long> countTenants() {
        return index.size();
    }

    @Override
    public Mono<CreateOutcome> createDestination(Destination destination) {
        return destinations.create(destination);
    }

    @Override
    public Mono<UpdateOutcome> updateDestination(DestinationKey key, UnaryOperator<Destination> change) {
        return destinations.update(key, change);
    }

    @Override
    public Mono<DeleteOutcome> deleteDestination(DestinationKey key) {
        return destinations.delete(key);
    }

    @Override
    public Mono<Destination> retrieveDestination(DestinationKey key) {
        return destinations.read(key).flatMap(Mono::justOrEmpty);
    }

    @Override
    public Mono<Map<DestinationKey, Destination>> retrieveDestinations(Collection<DestinationKey> keys) {
        return destinations.read(new LinkedHashSet<>(keys)).collectMap(Destination::key);
    }

    @Override
    public Mono<List<Destination>> listDestinations(String tenantId) {
        return destinations.list(tenantId);
    }

    @Override
    public Mono<Map<String, List<Destination>>> listDestinations(Collection<String> tenantIds) {
        return reader.each(
                        new LinkedHashSet<>(tenantIds),
                        id -> destinations.list(id).zipWith(Mono.just(id)))
                .collectMap(Tuple2::getT2, Tuple2::getT1);
    }

    @Override
    public Mono<List<String>> match(Event event) {
        return reader.summaries(event.tenantId()).map(summaries -> DestinationSummary.match(event, summaries));
    }
}
