package dev.postern.replay.memory;

import dev.postern.logstore.DeliveryFilter;
import dev.postern.logstore.FailureQuery;
import dev.postern.model.Cursor;
import dev.postern.model.Page;
import dev.postern.replay.Awaited;
import dev.postern.replay.Batch;
import dev.postern.replay.Hand;
import dev.postern.replay.Replay;
import dev.postern.replay.ReplaySettings;
import dev.postern.replay.ReplayStatus;
import dev.postern.replay.ReplayStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Replays in memory, gone with the process. */
public final class MemoryReplayStore implements ReplayStore {

    private static final Comparator<Replay> NEWEST_FIRST =
            Comparator.comparing(Replay::createdAt).thenComparing(Replay::id).reversed();

    private final Clock clock;
    private final ReplaySettings settings;
    private final Map<String, Run> records = new HashMap<>();

    public MemoryReplayStore(Clock clock, ReplaySettings settings) {
        this.clock = clock;
        this.settings = settings;
    }

    @Override
    public Mono<Creation> room(@Nullable String tenantId, DeliveryFilter filter) {
        return locked(() -> {
            prune();
            return roomFor(tenantId, filter);
        });
    }

    @Override
    public Mono<Creation> create(Replay replay, FailureQuery query) {
        return locked(() -> {
            prune();
            if (records.containsKey(replay.id())) {
                return new Creation.Created();
            }
            Creation room = roomFor(replay.tenantId(), query.filter());
            if (!(room instanceof Creation.Created)) {
                return room;
            }
            records.put(replay.id(), new Run(replay, query, clock.instant()));
            replays()
                    .filter(other -> ofTenant(other, replay.tenantId()))
                    .sorted(NEWEST_FIRST)
                    .skip(settings.kept())
                    .filter(other -> !other.running())
                    .toList()
                    .forEach(old -> records.remove(old.id()));
            return room;
        });
    }

    @Override
    public Mono<Replay> retrieve(String id) {
        return Mono.defer(() -> Mono.justOrEmpty(find(id)));
    }

    @Override
    public Mono<Page<Replay>> list(@Nullable String tenantId, int limit, @Nullable Cursor from) {
        return locked(() -> {
            prune();
            List<Replay> all = replays()
                    .filter(replay -> tenantId == null || tenantId.equals(replay.tenantId()))
                    .sorted(NEWEST_FIRST)
                    .toList();
            List<Replay> behind = all.stream()
                    .filter(replay -> from == null || isBehind(replay.cursor(), from))
                    .toList();
            return new Page<>(behind.stream().limit(limit).toList(), behind.size() > limit, behind.size() < all.size());
        });
    }

    @Override
    public Mono<Boolean> cancel(String id, Instant now) {
        return locked(() -> {
            Run record = records.get(id);
            if (record == null || !record.replay.running()) {
                return false;
            }
            record.end(ReplayStatus.CANCELLED, now, null);
            return true;
        });
    }

    @Override
    public Mono<Hand> receive() {
        return Mono.defer(() -> Mono.justOrEmpty(take()));
    }

    @Override
    public Mono<Hold> keep(Hand hand) {
        return locked(() -> {
            Run record = held(hand);
            if (record == null) {
                return Hold.LOST;
            }
            record.free = clock.instant().plus(settings.lease());
            return record.replay.running() ? Hold.RUNNING : Hold.ENDED;
        });
    }

    @Override
    public Mono<Boolean> intend(Hand hand, Batch batch) {
        return locked(() -> {
            Run record = running(hand);
            if (record == null) {
                return false;
            }
            record.batch = batch;
            return true;
        });
    }

    @Override
    public Mono<Boolean> record(Hand hand, Batch batch, List<Awaited> queued, int skipped, Duration lookAgain) {
        return locked(() -> {
            Run record = held(hand);
            if (record == null || record.recorded.equals(hand.token())) {
                return record != null;
            }
            record.recorded = hand.token();
            Replay old = record.replay;
            record.replay =
                    old.with(old.queued() + queued.size(), old.skipped() + skipped, old.succeeded(), old.failed());
            record.batch = null;
            record.place = batch.place();
            record.walked = batch.end();
            if (old.running()) {
                Instant look = clock.instant().plus(lookAgain);
                queued.forEach(awaited -> record.awaited.put(awaited, look));
            }
            return true;
        });
    }

    @Override
    public Mono<Integer> awaited(Hand hand) {
        return locked(() -> find(hand.replay().id()).isEmpty()
                ? 0
                : Objects.requireNonNull(records.get(hand.replay().id()))
                        .awaited
                        .size());
    }

    @Override
    public Mono<List<Awaited>> due(Hand hand, int count) {
        return locked(() -> {
            Run record = running(hand);
            Instant now = clock.instant();
            return record == null
                    ? List.of()
                    : record.awaited.entrySet().stream()
                            .filter(entry -> !entry.getValue().isAfter(now))
                            .sorted(Map.Entry.comparingByValue())
                            .map(Map.Entry::getKey)
                            .limit(count)
                            .toList();
        });
    }

    @Override
    public Mono<Boolean> settle(
            Hand hand,
            List<Awaited> succeeded,
            List<Awaited> failed,
            List<Awaited> given,
            Map<Awaited, Duration> open) {
        return locked(() -> {
            Run record = running(hand);
            if (record == null) {
                return false;
            }
            Replay old = record.replay;
            record.replay = old.with(
                    old.queued(),
                    old.skipped(),
                    old.succeeded() + record.forget(succeeded),
                    old.failed() + record.forget(failed));
            record.forget(given);
            Instant now = clock.instant();
            open.forEach((awaited, pause) -> record.awaited.replace(awaited, now.plus(pause)));
            return true;
        });
    }

    @Override
    public Mono<Void> giveBack(Hand hand, Duration pause, boolean faulty) {
        return locked(() -> {
                    Run record = held(hand);
                    if (record != null) {
                        record.token = "";
                        record.free = clock.instant().plus(pause);
                        record.faults = faulty ? record.faults + 1 : 0;
                    }
                    return true;
                })
                .then();
    }

    @Override
    public Mono<Boolean> finish(Hand hand, ReplayStatus how, Instant now, @Nullable String faultId) {
        return locked(() -> {
            Run record = running(hand);
            if (record == null) {
                return false;
            }
            record.end(how, now, faultId);
            return true;
        });
    }

    private <T> Mono<T> locked(Supplier<T> step) {
        return Mono.fromSupplier(() -> {
            synchronized (this) {
                return step.get();
            }
        });
    }

    private synchronized Optional<Replay> find(String id) {
        prune();
        return Optional.ofNullable(records.get(id)).map(record -> record.replay);
    }

    private synchronized Optional<Hand> take() {
        Instant now = clock.instant();
        return records.values().stream()
                .filter(record -> record.replay.running() && !record.free.isAfter(now))
                .min(Comparator.comparing(record -> record.free))
                .map(record -> record.take(now.plus(settings.lease())));
    }

    private Creation roomFor(@Nullable String tenantId, DeliveryFilter filter) {
        List<Run> running = records.values().stream()
                .filter(record -> record.replay.running())
                .toList();
        List<Run> own = running.stream()
                .filter(record -> ofTenant(record.replay, tenantId))
                .toList();
        Optional<Run> same = own.stream()
                .filter(record -> record.query.filter().equals(filter))
                .findFirst();
        if (same.isPresent()) {
            return new Creation.Same(same.get().replay.id());
        }
        if (own.size() >= settings.runningPerTenant()) {
            return new Creation.TenantFull();
        }
        long tenants = running.stream()
                .filter(record -> record.replay.tenantId() != null)
                .count();
        return running.size() >= settings.running() || (tenantId != null && tenants >= settings.runningFor(tenantId))
                ? new Creation.Full()
                : new Creation.Created();
    }

    private @Nullable Run held(Hand hand) {
        Run record = records.get(hand.replay().id());
        return record != null && record.token.equals(hand.token()) ? record : null;
    }

    private @Nullable Run running(Hand hand) {
        Run record = held(hand);
        return record != null && record.replay.running() ? record : null;
    }

    private Stream<Replay> replays() {
        return records.values().stream().map(record -> record.replay);
    }

    private void prune() {
        Instant oldest = clock.instant().minus(settings.retention());
        records.values().removeIf(record -> {
            Instant finished = record.replay.finishedAt();
            return finished != null && finished.isBefore(oldest);
        });
    }

    private static boolean ofTenant(Replay replay, @Nullable String tenantId) {
        return Objects.equals(replay.tenantId(), tenantId);
    }

    private static boolean isBehind(Cursor place, Cursor from) {
        int times = place.time().compareTo(from.time());
        return times < 0 || (times == 0 && place.id().compareTo(from.id()) < 0);
    }

    private static final class Run {

        private Replay replay;
        private final FailureQuery query;
        private Instant free;
        private String token = "";
        private String recorded = "";
        private @Nullable Cursor place;
        private boolean walked;
        private @Nullable Batch batch;
        private int faults;
        private final Map<Awaited, Instant> awaited = new LinkedHashMap<>();

        Run(Replay replay, FailureQuery query, Instant free) {
            this.replay = replay;
            this.query = query;
            this.free = free;
        }

        Hand take(Instant until) {
            free = until;
            token = UUID.randomUUID().toString();
            return new Hand(replay, query, token, place, walked, batch, faults);
        }

        void end(ReplayStatus how, Instant when, @Nullable String faultId) {
            replay = replay.ended(how, when, faultId);
            awaited.clear();
        }

        int forget(List<Awaited> gone) {
            return (int)
                    gone.stream().filter(one -> awaited.remove(one) != null).count();
        }
    }
}
