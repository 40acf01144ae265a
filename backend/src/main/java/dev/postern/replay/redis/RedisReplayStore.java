package dev.postern.replay.redis;

import static dev.postern.redis.RedisConnection.text;

import dev.postern.logstore.DeliveryFilter;
import dev.postern.logstore.FailureQuery;
import dev.postern.model.Cursor;
import dev.postern.model.Page;
import dev.postern.redis.RedisConnection;
import dev.postern.redis.RedisScript;
import dev.postern.replay.Awaited;
import dev.postern.replay.Batch;
import dev.postern.replay.Hand;
import dev.postern.replay.Replay;
import dev.postern.replay.ReplaySettings;
import dev.postern.replay.ReplayStatus;
import dev.postern.replay.ReplayStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Replays in Redis, all keys in one slot of a cluster, so that each change is one script and a whole. Finished ones
 * expire by themselves; the lists that named them forget them as they are read and added to.
 */
public final class RedisReplayStore implements ReplayStore {

    /** How many texts a replay is read as. */
    private static final int VALUES = 11;

    private final RedisConnection redis;
    private final ReplaySettings settings;
    private final String key;

    public RedisReplayStore(RedisConnection redis, ReplaySettings settings) {
        this.redis = redis;
        this.settings = settings;
        key = redis.key("postern:{replay}");
    }

    @Override
    public Mono<Creation> room(@Nullable String tenantId, DeliveryFilter filter) {
        return creation(
                ReplayScripts.ROOM,
                owner(tenantId),
                ReplayCodec.filter(filter),
                String.valueOf(settings.runningPerTenant()),
                String.valueOf(settings.running()),
                String.valueOf(settings.runningFor(tenantId)));
    }

    @Override
    public Mono<Creation> create(Replay replay, FailureQuery query) {
        String tenantId = replay.tenantId();
        return creation(
                ReplayScripts.CREATE,
                owner(tenantId),
                ReplayCodec.filter(query.filter()),
                String.valueOf(settings.runningPerTenant()),
                String.valueOf(settings.running()),
                String.valueOf(settings.runningFor(tenantId)),
                replay.id(),
                tenantId == null ? "" : tenantId,
                String.valueOf(replay.planned()),
                millis(replay.createdAt()),
                ReplayCodec.query(query),
                String.valueOf(settings.kept()));
    }

    private Mono<Creation> creation(RedisScript script, String... args) {
        return this.<byte[]>run(script, args)
                .single()
                .map(RedisConnection::text)
                .map(answer -> switch (answer) {
                    case "" -> new Creation.Created();
                    case "owner" -> new Creation.TenantFull();
                    case "all" -> new Creation.Full();
                    default -> new Creation.Same(answer.substring(ReplayScripts.SAME.length()));
                });
    }

    @Override
    public Mono<Replay> retrieve(String id) {
        return texts(ReplayScripts.RETRIEVE, id).map(RedisReplayStore::replay);
    }

    @Override
    public Mono<Page<Replay>> list(@Nullable String tenantId, int limit, @Nullable Cursor from) {
        return this.<List<byte[]>>all(
                        ReplayScripts.LIST,
                        tenantId == null ? ":list" : ":list-of:" + owner(tenantId),
                        String.valueOf(limit + 1),
                        from == null ? "" : millis(from.time()),
                        from == null ? "" : from.id())
                .map(rows -> {
                    List<Replay> found = rows.subList(0, rows.size() - 1).stream()
                            .map(RedisReplayStore::decoded)
                            .map(RedisReplayStore::replay)
                            .toList();
                    boolean behind = !decoded(rows.getLast()).getFirst().equals("0");
                    return new Page<>(found.subList(0, Math.min(limit, found.size())), found.size() > limit, behind);
                });
    }

    @Override
    public Mono<Boolean> cancel(String id, Instant now) {
        return done(ReplayScripts.CANCEL, id, millis(now), millis(settings.retention()));
    }

    @Override
    public Mono<Hand> receive() {
        return Mono.defer(() -> {
            String token = UUID.randomUUID().toString();
            return texts(ReplayScripts.RECEIVE, millis(settings.lease()), token)
                    .map(values -> new Hand(
                            replay(values),
                            ReplayCodec.query(values.get(VALUES)),
                            token,
                            ReplayCodec.place(values.get(VALUES + 1)),
                            !values.get(VALUES + 2).isEmpty(),
                            ReplayCodec.batch(values.get(VALUES + 3)),
                            Integer.parseInt(values.get(VALUES + 4))));
        });
    }

    @Override
    public Mono<Hold> keep(Hand hand) {
        return number(ReplayScripts.KEEP, hand.replay().id(), hand.token(), millis(settings.lease()))
                .map(answer -> answer == 2 ? Hold.RUNNING : answer == 1 ? Hold.ENDED : Hold.LOST);
    }

    @Override
    public Mono<Boolean> intend(Hand hand, Batch batch) {
        return done(ReplayScripts.INTEND, hand.replay().id(), hand.token(), ReplayCodec.batch(batch));
    }

    @Override
    public Mono<Boolean> record(Hand hand, Batch batch, List<Awaited> queued, int skipped, Duration lookAgain) {
        List<String> args = new ArrayList<>(List.of(
                hand.replay().id(),
                hand.token(),
                ReplayCodec.place(batch.place()),
                batch.end() ? "1" : "",
                String.valueOf(skipped),
                millis(lookAgain)));
        queued.forEach(awaited -> args.add(ReplayCodec.awaited(awaited)));
        return done(ReplayScripts.RECORD, args.toArray(String[]::new));
    }

    @Override
    public Mono<Integer> awaited(Hand hand) {
        return Mono.defer(() ->
                        redis.commands().zcard(key + ":awaited:" + hand.replay().id()))
                .map(Math::toIntExact);
    }

    @Override
    public Mono<List<Awaited>> due(Hand hand, int count) {
        return this.<byte[]>all(ReplayScripts.DUE, hand.replay().id(), hand.token(), String.valueOf(count))
                .map(members -> members.stream()
                        .map(member -> ReplayCodec.awaited(text(member)))
                        .toList());
    }

    @Override
    public Mono<Boolean> settle(
            Hand hand,
            List<Awaited> succeeded,
            List<Awaited> failed,
            List<Awaited> given,
            Map<Awaited, Duration> open) {
        List<String> args = new ArrayList<>(List.of(
                hand.replay().id(),
                hand.token(),
                String.valueOf(succeeded.size()),
                String.valueOf(failed.size()),
                String.valueOf(given.size())));
        for (List<Awaited> some : List.of(succeeded, failed, given)) {
            some.forEach(awaited -> args.add(ReplayCodec.awaited(awaited)));
        }
        open.forEach((awaited, pause) -> {
            args.add(ReplayCodec.awaited(awaited));
            args.add(millis(pause));
        });
        return done(ReplayScripts.SETTLE, args.toArray(String[]::new));
    }

    @Override
    public Mono<Void> giveBack(Hand hand, Duration pause, boolean faulty) {
        return number(ReplayScripts.GIVE_BACK, hand.replay().id(), hand.token(), millis(pause), faulty ? "1" : "0")
                .then();
    }

    @Override
    public Mono<Boolean> finish(Hand hand, ReplayStatus how, Instant now, @Nullable String faultId) {
        return done(
                ReplayScripts.FINISH,
                hand.replay().id(),
                hand.token(),
                how.name(),
                millis(now),
                faultId == null ? "" : faultId,
                millis(settings.retention()));
    }

    private <T> Flux<T> run(RedisScript script, String... args) {
        return redis.run(
                script,
                List.of(key),
                List.of(args).stream().map(RedisConnection::bytes).toList());
    }

    private Mono<Long> number(RedisScript script, String... args) {
        return this.<Long>run(script, args).single();
    }

    private Mono<Boolean> done(RedisScript script, String... args) {
        return number(script, args).map(answer -> answer == 1);
    }

    /** Empty where the script gave an empty list. */
    private Mono<List<String>> texts(RedisScript script, String... args) {
        return this.<byte[]>all(script, args)
                .filter(values -> !values.isEmpty())
                .map(RedisReplayStore::decoded);
    }

    private <T> Mono<List<T>> all(RedisScript script, String... args) {
        return this.<List<T>>run(script, args).single();
    }

    private static List<String> decoded(List<byte[]> values) {
        return values.stream().map(RedisConnection::text).toList();
    }

    private static Replay replay(List<String> values) {
        return new Replay(
                values.get(0),
                values.get(1).isEmpty() ? null : values.get(1),
                ReplayStatus.valueOf(values.get(2)),
                Integer.parseInt(values.get(3)),
                Integer.parseInt(values.get(4)),
                Integer.parseInt(values.get(5)),
                Integer.parseInt(values.get(6)),
                Integer.parseInt(values.get(7)),
                Instant.ofEpochMilli(Long.parseLong(values.get(8))),
                values.get(9).isEmpty() ? null : Instant.ofEpochMilli(Long.parseLong(values.get(9))),
                values.get(10).isEmpty() ? null : values.get(10));
    }

    /** Whose list and share it is in. No tenant has the empty name. */
    private static String owner(@Nullable String tenantId) {
        return tenantId == null ? "" : "t:" + tenantId;
    }

    private static String millis(Instant time) {
        return String.valueOf(time.toEpochMilli());
    }

    private static String millis(Duration duration) {
        return String.valueOf(Math.max(duration.toMillis(), 0));
    }
}
