package dev.postern.app.observed;

import dev.postern.logstore.DeliveryFilter;
import dev.postern.logstore.FailureQuery;
import dev.postern.model.Cursor;
import dev.postern.model.Page;
import dev.postern.replay.Awaited;
import dev.postern.replay.Batch;
import dev.postern.replay.Hand;
import dev.postern.replay.Replay;
import dev.postern.replay.ReplayStatus;
import dev.postern.replay.ReplayStore;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** The replays, whose progress is counted as it is written down. */
final class ObservedReplays implements ReplayStore {

    private final ReplayStore store;
    private final MeterProvider<Counter> deliveries;
    private final MeterProvider<Counter> replays;

    ObservedReplays(ReplayStore store, MeterProvider<Counter> deliveries, MeterProvider<Counter> replays) {
        this.store = store;
        this.deliveries = deliveries;
        this.replays = replays;
    }

    @Override
    public Mono<Creation> room(@Nullable String tenantId, DeliveryFilter filter) {
        return store.room(tenantId, filter);
    }

    @Override
    public Mono<Creation> create(Replay replay, FailureQuery query) {
        return store.create(replay, query).doOnNext(creation -> {
            if (creation instanceof Creation.Created) {
                replays("started");
            }
        });
    }

    @Override
    public Mono<Replay> retrieve(String id) {
        return store.retrieve(id);
    }

    @Override
    public Mono<Page<Replay>> list(@Nullable String tenantId, int limit, @Nullable Cursor from) {
        return store.list(tenantId, limit, from);
    }

    @Override
    public Mono<Boolean> cancel(String id, Instant now) {
        return store.cancel(id, now).doOnNext(ended -> {
            if (ended) {
                replays("cancelled");
            }
        });
    }

    @Override
    public Mono<Hand> receive() {
        return store.receive();
    }

    @Override
    public Mono<Hold> keep(Hand hand) {
        return store.keep(hand);
    }

    @Override
    public Mono<Boolean> intend(Hand hand, Batch batch) {
        return store.intend(hand, batch);
    }

    @Override
    public Mono<Boolean> record(Hand hand, Batch batch, List<Awaited> queued, int skipped, Duration lookAgain) {
        return store.record(hand, batch, queued, skipped, lookAgain).doOnNext(recorded -> {
            if (recorded) {
                deliveries("queued", queued.size());
                deliveries("skipped", skipped);
            }
        });
    }

    @Override
    public Mono<Integer> awaited(Hand hand) {
        return store.awaited(hand);
    }

    @Override
    public Mono<List<Awaited>> due(Hand hand, int count) {
        return store.due(hand, count);
    }

    @Override
    public Mono<Boolean> settle(
            Hand hand,
            List<Awaited> succeeded,
            List<Awaited> failed,
            List<Awaited> given,
            Map<Awaited, Duration> open) {
        return store.settle(hand, succeeded, failed, given, open).doOnNext(settled -> {
            if (settled) {
                deliveries("succeeded", succeeded.size());
                deliveries("failed", failed.size());
                deliveries("given_up", given.size());
            }
        });
    }

    @Override
    public Mono<Void> giveBack(Hand hand, Duration pause, boolean faulty) {
        return store.giveBack(hand, pause, faulty);
    }

    @Override
    public Mono<Boolean> finish(Hand hand, ReplayStatus how, Instant now, @Nullable String faultId) {
        return store.finish(hand, how, now, faultId).doOnNext(ended -> {
            if (ended) {
                replays(how.name().toLowerCase(Locale.ROOT));
            }
        });
    }

    private void deliveries(String what, int count) {
        if (count > 0) {
            deliveries.withTags("what", what).increment(count);
        }
    }

    private void replays(String what) {
        replays.withTags("what", what).increment();
    }
}
