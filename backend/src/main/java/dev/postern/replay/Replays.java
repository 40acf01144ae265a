package dev.postern.replay;

import dev.postern.logstore.DeliveryFilter;
import dev.postern.logstore.FailureQuery;
import dev.postern.logstore.FailureReader.FailureCount;
import dev.postern.model.Cursor;
import dev.postern.model.IdGenerator;
import dev.postern.model.Page;
import dev.postern.replay.ReplayStore.Creation;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Starts replays, ends them, and tells how far they are. */
public final class Replays {

    private static final Logger log = LoggerFactory.getLogger(Replays.class);

    private final ReplayPlanner planner;
    private final ReplayStore store;
    private final IdGenerator ids;
    private final Clock clock;
    private final ReplaySettings settings;

    public Replays(ReplayPlanner planner, ReplayStore store, IdGenerator ids, Clock clock, ReplaySettings settings) {
        this.planner = planner;
        this.store = store;
        this.ids = ids;
        this.clock = clock;
        this.settings = settings;
    }

    /**
     * Starts one of all that the filter means now.
     *
     * @param tenantId whose it is; null where it is nobody's, but across tenants
     */
    public Mono<StartResult> start(@Nullable String tenantId, DeliveryFilter filter) {
        return Mono.defer(() -> {
            FailureQuery query = planner.freeze(filter);
            // Counting is dear: who may start none doesn't have it counted.
            return store.room(tenantId, filter)
                    .flatMap(room -> refusal(tenantId, room)
                            .map(Mono::just)
                            .orElseGet(() -> planner.count(query).flatMap(count -> create(tenantId, query, count))));
        });
    }

    /** Empty where nothing stands in the way. */
    private Optional<StartResult> refusal(@Nullable String tenantId, Creation creation) {
        return switch (creation) {
            case Creation.Created created -> Optional.empty();
            case Creation.TenantFull full -> Optional.of(new StartResult.Full(true, settings.runningPerTenant()));
            case Creation.Full full -> Optional.of(new StartResult.Full(false, settings.runningFor(tenantId)));
            case Creation.Same(String id) -> Optional.of(new StartResult.Running(id));
        };
    }

    private Mono<StartResult> create(@Nullable String tenantId, FailureQuery query, FailureCount count) {
        if (count.deliveries() > settings.deliveries()) {
            return Mono.just(new StartResult.TooMany(count.deliveries(), settings.deliveries()));
        }
        Replay replay = Replay.started(ids.newReplayId(), tenantId, Math.toIntExact(count.deliveries()), query.until());
        return store.create(replay, query)
                .map(creation -> refusal(tenantId, creation).orElseGet(() -> {
                    log.info(
                            "replay started replay_id={} tenant_id={} planned={}",
                            replay.id(),
                            tenantId == null ? "-" : tenantId,
                            replay.planned());
                    return new StartResult.Started(replay);
                }));
    }

    /** Ends it, and gives it as it is then; one that has ended already stays as it is. Empty where there is none. */
    public Mono<Replay> cancel(String id) {
        return Mono.defer(() -> store.cancel(id, clock.instant()))
                .doOnNext(cancelled -> {
                    if (cancelled) {
                        log.info("replay cancelled replay_id={}", id);
                    }
                })
                .then(Mono.defer(() -> store.retrieve(id)));
    }

    /** The replay; empty where there is none. */
    public Mono<Replay> retrieve(String id) {
        return store.retrieve(id);
    }

    /** A page of a tenant's, or of all, newest first. */
    public Mono<Page<Replay>> list(@Nullable String tenantId, int limit, @Nullable Cursor from) {
        return store.list(tenantId, limit, from);
    }

    /**
     * The replay as it is, and then as often as it has changed when it is looked at, whichever process works on it;
     * ends with its end. Empty where there is none. An error is one of the store.
     */
    public Flux<Replay> watch(String id) {
        return Mono.defer(() -> store.retrieve(id))
                .repeatWhen(read -> read.delayElements(settings.poll()).takeWhile(found -> found > 0))
                .takeUntil(replay -> !replay.running())
                .distinctUntilChanged();
    }
}
