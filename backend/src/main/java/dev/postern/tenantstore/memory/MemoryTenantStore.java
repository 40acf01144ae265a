package dev.postern.tenantstore.memory;

import dev.postern.json.Json;
import dev.postern.model.Destination;
import dev.postern.model.DestinationKey;
import dev.postern.model.Event;
import dev.postern.model.Page;
import dev.postern.model.PageRequest;
import dev.postern.model.Tenant;
import dev.postern.tenantstore.DestinationSummary;
import dev.postern.tenantstore.StoredForm;
import dev.postern.tenantstore.Subscriptions;
import dev.postern.tenantstore.TenantStore;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Keeps everything in maps under one lock; gone with the process. */
public final class MemoryTenantStore implements TenantStore {

    private final Clock clock;
    private final int maxDestinationsPerTenant;
    private final Object lock = new Object();
    private final Map<String, Entry> tenants = new HashMap<>();
    private final TenantOrder order = new TenantOrder();

    /** With Outpost's limit of 20 destinations per tenant. */
    public MemoryTenantStore(Clock clock) {
        this(clock, 20);
    }

    public MemoryTenantStore(Clock clock, int maxDestinationsPerTenant) {
        this.clock = clock;
        this.maxDestinationsPerTenant = maxDestinationsPerTenant;
    }

    @Override
    public Mono<UpsertedTenant> upsertTenant(String id, @Nullable Map<String, String> metadata) {
        return locked(() -> {
            Instant now = StoredForm.time(clock.instant());
            Entry old = tenants.get(id);
            Entry entry = old == null ? new Entry(new LinkedHashMap<>(), now) : old;
            entry.metadata = metadata == null ? null : Json.sorted(metadata);
            entry.updatedAt = now;
            tenants.put(id, entry);
            order.add(entry.createdAt, id);
            return new UpsertedTenant(tenant(id, entry), old == null);
        });
    }

    @Override
    public Mono<Tenant> retrieveTenant(String id) {
        return locked(() -> find(id)).flatMap(Mono::justOrEmpty);
    }

    @Override
    public Mono<Map<String, Tenant>> retrieveTenants(Collection<String> ids) {
        return locked(() -> {
            var found = new LinkedHashMap<String, Tenant>();
            ids.forEach(id -> find(id).ifPresent(tenant -> found.put(id, tenant)));
            return found;
        });
    }

    @Override
    public Mono<Boolean> deleteTenant(String id) {
        return locked(() -> {
            Entry entry = tenants.remove(id);
            if (entry != null) {
                order.remove(entry.createdAt, id);
            }
            return entry != null;
        });
    }

    @Override
    public Mono<Page<Tenant>> listTenants(PageRequest page) {
        return locked(() -> order.page(page).map(id -> find(id).orElseThrow()));
    }

    @Override
    public Mono<Long> countTenants() {
        return locked(() -> (long) tenants.size());
    }

    @Override
    public Mono<CreateOutcome> createDestination(Destination destination) {
        Destination stored = StoredForm.of(destination);
        return locked(() -> {
            Entry entry = tenants.get(stored.tenantId());
            if (entry == null) {
                return new CreateOutcome.NoSuchTenant();
            }
            if (entry.destinations.containsKey(stored.id())) {
                return new CreateOutcome.DuplicateId();
            }
            if (entry.destinations.size() >= maxDestinationsPerTenant) {
                return new CreateOutcome.LimitReached(maxDestinationsPerTenant);
            }
            Subscriptions before = entry.subscriptions();
            entry.destinations.put(stored.id(), stored);
            return new CreateOutcome.Created(stored, entry.changeFrom(before));
        });
    }

    @Override
    public Mono<UpdateOutcome> updateDestination(DestinationKey key, UnaryOperator<Destination> change) {
        return locked(() -> {
            Entry entry = tenants.get(key.tenantId());
            Destination before = entry == null ? null : entry.destinations.get(key.id());
            if (entry == null || before == null) {
                return new UpdateOutcome.NoSuchDestination();
            }
            Destination after = StoredForm.of(before, change.apply(before));
            Subscriptions subscribed = entry.subscriptions();
            entry.destinations.put(key.id(), after);
            return new UpdateOutcome.Updated(before, after, entry.changeFrom(subscribed));
        });
    }

    @Override
    public Mono<DeleteOutcome> deleteDestination(DestinationKey key) {
        return locked(() -> {
            Entry entry = tenants.get(key.tenantId());
            if (entry == null || !entry.destinations.containsKey(key.id())) {
                return new DeleteOutcome.NoSuchDestination();
            }
            Subscriptions before = entry.subscriptions();
            entry.destinations.remove(key.id());
            return new DeleteOutcome.Deleted(entry.changeFrom(before));
        });
    }

    @Override
    public Mono<Destination> retrieveDestination(DestinationKey key) {
        return locked(() -> find(key)).flatMap(Mono::justOrEmpty);
    }

    @Override
    public Mono<Map<DestinationKey, Destination>> retrieveDestinations(Collection<DestinationKey> keys) {
        return locked(() -> {
            var found = new LinkedHashMap<DestinationKey, Destination>();
            keys.forEach(key -> find(key).ifPresent(destination -> found.put(key, destination)));
            return found;
        });
    }

    @Override
    public Mono<List<Destination>> listDestinations(String tenantId) {
        return locked(() -> destinations(tenantId));
    }

    @Override
    public Mono<Map<String, List<Destination>>> listDestinations(Collection<String> tenantIds) {
        return locked(() -> {
            var lists = new LinkedHashMap<String, List<Destination>>();
            tenantIds.forEach(id -> lists.put(id, destinations(id)));
            return lists;
        });
    }

    @Override
    public Mono<List<String>> match(Event event) {
        return locked(() -> destinations(event.tenantId()))
                .map(destinations -> DestinationSummary.match(
                        event, destinations.stream().map(DestinationSummary::of).toList()));
    }

    private Optional<Tenant> find(String id) {
        return Optional.ofNullable(tenants.get(id)).map(entry -> tenant(id, entry));
    }

    private Optional<Destination> find(DestinationKey key) {
        return Optional.ofNullable(tenants.get(key.tenantId())).map(entry -> entry.destinations.get(key.id()));
    }

    private List<Destination> destinations(String tenantId) {
        Entry entry = tenants.get(tenantId);
        return entry == null
                ? List.of()
                : entry.destinations.values().stream().sorted(StoredForm.ORDER).toList();
    }

    private <T> Mono<T> locked(Supplier<T> work) {
        return Mono.fromSupplier(() -> {
            synchronized (lock) {
                return work.get();
            }
        });
    }

    private static Tenant tenant(String id, Entry entry) {
        Subscriptions subscriptions = entry.subscriptions();
        return new Tenant(
                id,
                entry.metadata,
                subscriptions.topics(),
                subscriptions.destinations(),
                entry.createdAt,
                entry.updatedAt);
    }

    private static final class Entry {
        private final Map<String, Destination> destinations;
        private final Instant createdAt;
        private @Nullable Map<String, String> metadata;
        private Instant updatedAt;

        private Entry(Map<String, Destination> destinations, Instant createdAt) {
            this.destinations = destinations;
            this.createdAt = createdAt;
            this.updatedAt = createdAt;
        }

        private Subscriptions subscriptions() {
            return Subscriptions.of(
                    destinations.values().stream().map(DestinationSummary::of).toList());
        }

        private Subscriptions.Change changeFrom(Subscriptions before) {
            return new Subscriptions.Change(before, subscriptions());
        }
    }
}
