package dev.postern.tenantstore.redis;

import dev.postern.model.Cursor;
import dev.postern.model.Page;
import dev.postern.model.PageRequest;
import dev.postern.model.Tenant;
import dev.postern.redis.RedisConnection;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.Range.Boundary;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanStream;
import io.lettuce.core.ScoredValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * All tenants in order: a sorted set without scores, whose members are {@link TenantPlace}s, so that a
 * page costs O(log n + limit) however many share a millisecond.
 *
 * <p>The set lies in a slot of its own, so no script can write it together with a tenant. It stays
 * right because a member too many is harmless and a member too few is prevented. A new tenant's place is
 * added before the tenant is written, and once more after; a deleted tenant's is removed after. A crash
 * in between leaves at most a place without its tenant. Readers look at every tenant they list, pass over
 * places that have none (or a tenant of another time: it was deleted and came back), fill the page up
 * from further on, and remove such places. Because a tenant may appear just then, whoever removes a
 * place looks again and puts it back: either it sees the tenant, or the tenant's writer adds the place
 * later. Tenants that another system writes beside us come in when they are next upserted here, and
 * with every {@link #refresh}, which walks over all keys and then over the whole set.
 */
final class TenantIndex {

    private static final int MAX_STEP = 1_000;

    private final RedisConnection redis;
    private final TenantKeys keys;
    private final TenantReader tenants;
    private final int batch;
    private final Mono<Boolean> built;

    TenantIndex(RedisConnection redis, TenantKeys keys, TenantReader tenants, int batch) {
        this.redis = redis;
        this.keys = keys;
        this.tenants = tenants;
        this.batch = batch;
        this.built = Mono.defer(this::buildOnce).cacheInvalidateIf(done -> false);
    }

    Mono<Void> add(TenantPlace place) {
        return addAll(List.of(place));
    }

    Mono<Void> remove(TenantPlace place) {
        return repair(List.of(place), Map.of());
    }

    Mono<Long> size() {
        return built.then(Mono.defer(() -> redis.commands().zcard(keys.index())));
    }

    Mono<Page<Tenant>> page(PageRequest request) {
        return built.then(Mono.defer(() -> builtPage(request)));
    }

    private Mono<Page<Tenant>> builtPage(PageRequest request) {
        boolean ascending = (request.direction() == PageRequest.Direction.ASC) != request.backward();
        Cursor from = request.from();
        Boundary<byte[]> start = from == null
                ? Boundary.unbounded()
                : Boundary.excluding(TenantPlace.of(from).member());
        Mono<List<Tenant>> ahead = take(start, ascending, request.limit() + 1);
        Mono<List<Tenant>> behind = from == null
                ? Mono.just(List.of())
                : take(Boundary.including(TenantPlace.of(from).member()), !ascending, 1);
        return Mono.zip(ahead, behind, (found, passed) -> {
            boolean more = found.size() > request.limit();
            List<Tenant> items = more ? found.subList(0, request.limit()) : found;
            return request.backward()
                    ? new Page<>(items.reversed(), !passed.isEmpty(), more)
                    : new Page<>(items, more, !passed.isEmpty());
        });
    }

    /** As {@link #refresh}, unless some process did so before. Who asks meanwhile waits for the same walk. */
    Mono<Void> build() {
        return built.then();
    }

    private Mono<Boolean> buildOnce() {
        return redis.commands()
                .exists(keys.indexBuilt())
                .flatMap(marks -> marks > 0
                        ? Mono.just(true)
                        : refresh()
                                .then(redis.commands().set(keys.indexBuilt(), RedisConnection.bytes("1")))
                                .thenReturn(true));
    }

    /** Adds what is missing and removes what is too many; any number of processes may do so at once. */
    Mono<Void> refresh() {
        return addMissing().then(removeStale());
    }

    private Mono<Void> addMissing() {
        return ScanStream.scan(
                        redis.commands(),
                        ScanArgs.Builder.matches(keys.tenantPattern()).limit(batch))
                .concatMap(key -> Mono.justOrEmpty(keys.tenantId(key)))
                .buffer(batch)
                .concatMap(ids -> tenants.each(ids, this::placeOf)
                        .concatMap(Mono::justOrEmpty)
                        .collectList()
                        .flatMap(this::addAll))
                .then();
    }

    private Mono<Void> removeStale() {
        return places(Boundary.unbounded(), true, batch)
                .expand(places -> places.size() < batch ? Mono.empty() : places(after(places), true, batch))
                .concatMap(places -> current(places).flatMap(current -> repair(places, current)), 1)
                .then();
    }

    /** The next {@code count} tenants from there on, or as many as there are. */
    private Mono<List<Tenant>> take(Boundary<byte[]> start, boolean ascending, int count) {
        return step(start, ascending, count, List.of())
                .expand(step -> step.found.size() >= count || step.places.size() < step.size
                        ? Mono.empty()
                        : step(after(step.places), ascending, Math.min(MAX_STEP, step.size * 2), step.found))
                .last()
                .map(step -> step.found.size() > count ? step.found.subList(0, count) : step.found);
    }

    private Mono<Step> step(Boundary<byte[]> start, boolean ascending, int size, List<Tenant> before) {
        return places(start, ascending, size)
                .flatMap(places -> tenants.read(
                                places.stream().map(TenantPlace::id).toList())
                        .collectMap(Tenant::id)
                        .flatMap(byId -> {
                            var found = new ArrayList<>(before);
                            var current = new HashMap<String, TenantPlace>();
                            byId.forEach((id, tenant) -> current.put(id, TenantPlace.of(tenant)));
                            places.stream()
                                    .filter(place -> place.equals(current.get(place.id())))
                                    .forEach(place -> found.add(byId.get(place.id())));
                            return repair(places, current).thenReturn(new Step(places, size, found));
                        }));
    }

    private Mono<List<TenantPlace>> places(Boundary<byte[]> start, boolean ascending, int count) {
        Limit limit = Limit.create(0, count);
        Flux<byte[]> members = ascending
                ? redis.commands().zrangebylex(keys.index(), Range.from(start, Boundary.unbounded()), limit)
                : redis.commands().zrevrangebylex(keys.index(), Range.from(Boundary.unbounded(), start), limit);
        return members.map(TenantPlace::parse).collectList();
    }

    private static Boundary<byte[]> after(List<TenantPlace> places) {
        return Boundary.excluding(places.getLast().member());
    }

    /** Where the tenants of these places are now; without those that are nowhere. */
    private Mono<Map<String, TenantPlace>> current(List<TenantPlace> places) {
        return tenants.each(places.stream().map(TenantPlace::id).toList(), this::placeOf)
                .concatMap(Mono::justOrEmpty)
                .collectMap(TenantPlace::id);
    }

    private Mono<Optional<TenantPlace>> placeOf(String id) {
        return tenants.createdAt(id).map(createdAt -> createdAt.map(time -> TenantPlace.of(time, id)));
    }

    /** Removes the places at which there is no tenant. */
    private Mono<Void> repair(List<TenantPlace> places, Map<String, TenantPlace> current) {
        List<TenantPlace> stale = places.stream()
                .filter(place -> !place.equals(current.get(place.id())))
                .toList();
        if (stale.isEmpty()) {
            return Mono.empty();
        }
        byte[][] members = stale.stream().map(TenantPlace::member).toArray(byte[][]::new);
        return redis.commands().zrem(keys.index(), members).then(current(stale)).flatMap(live -> addAll(live.values()));
    }

    private Mono<Void> addAll(Collection<TenantPlace> places) {
        if (places.isEmpty()) {
            return Mono.empty();
        }
        @SuppressWarnings({"unchecked", "rawtypes"})
        ScoredValue<byte[]>[] members = places.stream()
                .map(place -> ScoredValue.just(0, place.member()))
                .toArray(ScoredValue[]::new);
        return redis.commands().zadd(keys.index(), members).then();
    }

    /**
     * A stretch of the index.
     *
     * @param size how many places were asked for
     * @param found the tenants so far
     */
    private record Step(List<TenantPlace> places, int size, List<Tenant> found) {}
}
