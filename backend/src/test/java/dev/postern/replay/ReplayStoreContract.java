package dev.postern.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.logstore.DeliveryFilter;
import dev.postern.logstore.FailureQuery;
import dev.postern.model.Cursor;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Page;
import dev.postern.model.TimeRange;
import dev.postern.replay.ReplayStore.Creation;
import dev.postern.replay.ReplayStore.Hold;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** What every store of replays does. */
public abstract class ReplayStoreContract {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(150);
    private static final Duration LATER = Duration.ofHours(1);
    private static final Instant START = Instant.parse("2026-03-01T12:00:00.123Z");
    private static final FailureQuery QUERY = new FailureQuery(
            new DeliveryFilter(
                    Set.of("acme"),
                    Set.of("evt_1", "evt:2\""),
                    Set.of("des_1"),
                    Set.of("webhook"),
                    Set.of("user.*"),
                    DeliveryStatus.FAILED,
                    Set.of("500", "timeout"),
                    false,
                    new TimeRange(START.minusSeconds(60), null, null, START.plusNanos(1_000)),
                    new TimeRange(null, START.minusSeconds(90), START, null)),
            START);

    /** An empty store; times pass for it as they do for the test. */
    protected abstract ReplayStore create(ReplaySettings settings);

    @Test
    void create_unsubscribedWritesNothing() {
        var store = create(ReplaySettings.DEFAULTS);
        Mono<Creation> unsubscribed = store.create(replay("r1", "acme"), QUERY);
        assertThat(store.retrieve("r1").block(PATIENCE)).isNull();
        assertThat(unsubscribed.block(PATIENCE)).isEqualTo(new Creation.Created());
        assertThat(store.retrieve("r1").block(PATIENCE)).isEqualTo(replay("r1", "acme"));
    }

    /** A tenant starts one after the other; the others still find room. */
    @Test
    void create_refusesMoreThanMayRun() {
        var store = create(ReplaySettings.DEFAULTS.withLimits(10, 2, 4, 10));
        assertThat(creations(store, "acme", "acme", "acme")).endsWith(new Creation.TenantFull());
        assertThat(creations(store, null, null)).containsOnly(new Creation.Created());
        assertThat(creations(store, "globex")).containsExactly(new Creation.Full());
        store.cancel("acme0", START).block(PATIENCE);
        assertThat(creations(store, "globex")).containsExactly(new Creation.Created());
    }

    /** Tenants start as many as they may: an operator can still start one across them. */
    @Test
    void create_keepsRoomForThoseAcrossTenants() {
        var store = create(ReplaySettings.DEFAULTS.withLimits(10, 2, 3, 10).withReserved(1));
        assertThat(creations(store, "acme", "globex")).containsOnly(new Creation.Created());
        assertThat(creations(store, "initech")).containsExactly(new Creation.Full());
        assertThat(store.room("initech", DeliveryFilter.ANY).block(PATIENCE)).isEqualTo(new Creation.Full());
        assertThat(creations(store, (String) null)).containsExactly(new Creation.Created());
        assertThat(store.room(null, DeliveryFilter.ANY).block(PATIENCE)).isEqualTo(new Creation.Full());
    }

    /** A person asks again because the first answer came too late. */
    @Test
    void create_ofAFilterThatRuns_namesItsReplay() {
        var store = create(ReplaySettings.DEFAULTS);
        store.create(replay("r1", "acme"), QUERY).block(PATIENCE);
        var later = new FailureQuery(QUERY.filter(), START.plusSeconds(9));
        assertThat(store.room("acme", QUERY.filter()).block(PATIENCE)).isEqualTo(new Creation.Same("r1"));
        assertThat(store.create(replay("r2", "acme"), later).block(PATIENCE)).isEqualTo(new Creation.Same("r1"));
        assertThat(store.room("acme", DeliveryFilter.ANY).block(PATIENCE)).isEqualTo(new Creation.Created());
        assertThat(store.room("globex", QUERY.filter()).block(PATIENCE)).isEqualTo(new Creation.Created());
        assertThat(ids(list(store, null, 10, null))).containsExactly("r1");
        store.cancel("r1", now()).block(PATIENCE);
        assertThat(store.create(replay("r2", "acme"), later).block(PATIENCE)).isEqualTo(new Creation.Created());
    }

    /** The answer was lost with the connection, and the command is sent again. */
    @Test
    void create_saidAgain_isStillCreated() {
        var store = create(ReplaySettings.DEFAULTS.withLimits(10, 1, 1, 10));
        for (int i = 0; i < 2; i++) {
            assertThat(store.create(replay("r1", "acme"), QUERY).block(PATIENCE))
                    .isEqualTo(new Creation.Created());
        }
        assertThat(ids(list(store, null, 10, null))).containsExactly("r1");
    }

    @Test
    void list_isNewestFirstOfOneTenantOrAll() {
        var store = create(ReplaySettings.DEFAULTS.withLimits(10, 10, 10, 10));
        add(store, at("a", "acme", 0), at("c", "acme", 1), at("b", "acme", 1), at("d", "globex", 2), at("e", null, 3));
        assertThat(ids(list(store, null, 10, null))).containsExactly("e", "d", "c", "b", "a");
        assertThat(ids(list(store, "acme", 10, null))).containsExactly("c", "b", "a");
        assertThat(list(store, "nobody", 10, null).items()).isEmpty();

        Page<Replay> first = list(store, "acme", 1, null);
        assertThat(ids(first)).containsExactly("c");
        assertThat(first.hasNext()).isTrue();
        assertThat(first.hasPrevious()).isFalse();
        Page<Replay> second = list(store, "acme", 2, first.items().getFirst().cursor());
        assertThat(ids(second)).containsExactly("b", "a");
        assertThat(second.hasNext()).isFalse();
        assertThat(second.hasPrevious()).isTrue();
    }

    /** Finished replays pile up until their time is over, and no more than so many. */
    @Test
    void list_forgetsWhatIsOver() {
        var store = create(ReplaySettings.DEFAULTS.withTimes(LATER, SHORT, LATER));
        add(store, replay("r1", "acme"), replay("r2", "acme"));
        store.cancel("r1", START).block(PATIENCE);
        await().atMost(PATIENCE).until(() -> ids(list(store, "acme", 10, null)).equals(List.of("r2")));
        assertThat(store.retrieve("r1").block(PATIENCE)).isNull();

        var small = create(ReplaySettings.DEFAULTS.withKept(2));
        for (int i = 0; i < 4; i++) {
            add(small, at("k" + i, "kept", i));
            small.cancel("k" + i, now()).block(PATIENCE);
        }
        assertThat(ids(list(small, "kept", 10, null))).containsExactly("k3", "k2");
    }

    @Test
    void cancel_endsOneThatRuns() {
        var store = create(ReplaySettings.DEFAULTS);
        add(store, replay("r1", "acme"));
        Instant now = now();
        assertThat(store.cancel("r1", now).block(PATIENCE)).isTrue();
        assertThat(store.cancel("r1", now.plusSeconds(1)).block(PATIENCE)).isFalse();
        assertThat(store.cancel("nobody", now).block(PATIENCE)).isFalse();
        assertThat(store.retrieve("r1").block(PATIENCE))
                .isEqualTo(replay("r1", "acme").ended(ReplayStatus.CANCELLED, now, null));
        assertThat(store.receive().block(PATIENCE)).isNull();
    }

    @Test
    void receive_givesWhatWasFrozen() {
        var store = create(ReplaySettings.DEFAULTS);
        store.create(replay("r1", null), QUERY).block(PATIENCE);
        Hand hand = receive(store);
        assertThat(hand.replay()).isEqualTo(replay("r1", null));
        assertThat(hand.query()).isEqualTo(QUERY);
        assertThat(hand.place()).isNull();
        assertThat(hand.walked()).isFalse();
        assertThat(hand.batch()).isNull();
        assertThat(store.receive().block(PATIENCE)).isNull();
    }

    /** The holder's process died: another takes up what it was at, and it can write no more. */
    @Test
    void receive_silentOneIsGivenToAnother() {
        var store = create(ReplaySettings.DEFAULTS.withLease(SHORT));
        add(store, replay("r1", "acme"));
        Hand dead = receive(store);
        assertThat(store.intend(dead, batch("evt_1")).block(PATIENCE)).isTrue();
        Hand heir = receive(store);
        assertThat(heir.batch()).isEqualTo(batch("evt_1"));
        assertThat(store.keep(dead).block(PATIENCE)).isEqualTo(Hold.LOST);
        assertThat(store.intend(dead, batch("evt_9")).block(PATIENCE)).isFalse();
        assertThat(store.record(dead, batch("evt_1"), List.of(awaited("evt_1")), 0, Duration.ZERO)
                        .block(PATIENCE))
                .isFalse();
        assertThat(store.finish(dead, ReplayStatus.COMPLETED, START, null).block(PATIENCE))
                .isFalse();
        store.giveBack(dead, Duration.ZERO, false).block(PATIENCE);
        assertThat(store.keep(heir).block(PATIENCE)).isEqualTo(Hold.RUNNING);
        assertThat(counts(store)).containsExactly(0, 0, 0, 0);
    }

    /** Several processes ask at once: one has it. */
    @Test
    void receive_isForOneOfMany() {
        var store = create(ReplaySettings.DEFAULTS);
        add(store, replay("r1", "acme"), replay("r2", "acme"));
        List<Hand> hands = Objects.requireNonNull(Flux.range(0, 16)
                .flatMap(i -> store.receive().subscribeOn(Schedulers.parallel()), 16)
                .collectList()
                .block(PATIENCE));
        assertThat(hands).extracting(hand -> hand.replay().id()).containsExactlyInAnyOrder("r1", "r2");
    }

    @Test
    void giveBack_isSomebodysAgainAfterThePause() {
        var store = create(ReplaySettings.DEFAULTS);
        add(store, replay("r1", "acme"), replay("r2", "globex"));
        Hand first = receive(store);
        store.giveBack(first, SHORT, true).block(PATIENCE);
        Hand second = receive(store);
        assertThat(second.replay().id()).isNotEqualTo(first.replay().id());
        assertThat(second.faults()).isZero();
        Hand again = receive(store);
        assertThat(again.replay().id()).isEqualTo(first.replay().id());
        assertThat(again.faults()).isEqualTo(1);
        store.giveBack(again, Duration.ZERO, false).block(PATIENCE);
        assertThat(receive(store).faults()).isZero();
    }

    @Test
    void record_countsAndGoesOn() {
        var store = create(ReplaySettings.DEFAULTS);
        add(store, replay("r1", "acme"));
        Hand hand = receive(store);
        Batch batch = batch("evt_1", "evt_2");
        store.intend(hand, batch).block(PATIENCE);
        assertThat(store.record(hand, batch, List.of(awaited("evt_1"), awaited("evt_2")), 3, Duration.ZERO)
                        .block(PATIENCE))
                .isTrue();
        store.giveBack(hand, Duration.ZERO, false).block(PATIENCE);
        Hand next = receive(store);
        assertThat(counts(store)).containsExactly(2, 3, 0, 0);
        assertThat(next.replay()).isEqualTo(store.retrieve("r1").block(PATIENCE));
        assertThat(next.place()).isEqualTo(batch.place());
        assertThat(next.walked()).isFalse();
        assertThat(next.batch()).isNull();
        Batch last = new Batch(List.of(), 0, null, true);
        store.record(next, last, List.of(), 0, Duration.ZERO).block(PATIENCE);
        store.giveBack(next, Duration.ZERO, false).block(PATIENCE);
        assertThat(receive(store).walked()).isTrue();
        assertThat(store.awaited(next).block(PATIENCE)).isEqualTo(2);
    }

    /** The answer was lost with the connection, and the command is sent again. */
    @Test
    void record_saidAgain_countsOnce() {
        var store = create(ReplaySettings.DEFAULTS);
        add(store, replay("r1", "acme"));
        Hand hand = receive(store);
        Batch batch = batch("evt_1");
        store.intend(hand, batch).block(PATIENCE);
        for (int i = 0; i < 2; i++) {
            assertThat(store.record(hand, batch, List.of(awaited("evt_1")), 3, Duration.ZERO)
                            .block(PATIENCE))
                    .isTrue();
        }
        assertThat(counts(store)).containsExactly(1, 3, 0, 0);
        store.giveBack(hand, Duration.ZERO, false).block(PATIENCE);
        Hand next = receive(store);
        store.record(next, batch("evt_2"), List.of(awaited("evt_2")), 0, Duration.ZERO)
                .block(PATIENCE);
        assertThat(counts(store)).containsExactly(2, 3, 0, 0);
    }

    /** A person cancels while a step is under way: what it queued is still told. */
    @Test
    void record_afterCancelOnlyCounts() {
        var store = create(ReplaySettings.DEFAULTS);
        add(store, replay("r1", "acme"));
        Hand hand = receive(store);
        store.cancel("r1", now()).block(PATIENCE);
        assertThat(store.keep(hand).block(PATIENCE)).isEqualTo(Hold.ENDED);
        assertThat(store.intend(hand, batch("evt_1")).block(PATIENCE)).isFalse();
        assertThat(store.record(hand, batch("evt_1"), List.of(awaited("evt_1")), 1, Duration.ZERO)
                        .block(PATIENCE))
                .isTrue();
        store.giveBack(hand, Duration.ZERO, false).block(PATIENCE);
        assertThat(counts(store)).containsExactly(1, 1, 0, 0);
        assertThat(store.awaited(hand).block(PATIENCE)).isZero();
        assertThat(store.receive().block(PATIENCE)).isNull();
    }

    @Test
    void settle_countsEachOnce() {
        var store = create(ReplaySettings.DEFAULTS);
        add(store, replay("r1", "acme"));
        Hand hand = receive(store);
        List<Awaited> all =
                IntStream.range(0, 5).mapToObj(i -> awaited("evt:\"" + i)).toList();
        store.record(hand, batch("evt_1"), all, 0, Duration.ZERO).block(PATIENCE);
        assertThat(due(store, hand, 3)).hasSize(3).isSubsetOf(all);
        assertThat(due(store, hand, 10)).containsExactlyInAnyOrderElementsOf(all);
        for (int i = 0; i < 2; i++) {
            assertThat(store.settle(
                                    hand,
                                    all.subList(0, 2),
                                    all.subList(2, 3),
                                    all.subList(3, 4),
                                    Map.of(all.get(4), LATER))
                            .block(PATIENCE))
                    .isTrue();
        }
        assertThat(counts(store)).containsExactly(5, 0, 2, 1);
        assertThat(store.awaited(hand).block(PATIENCE)).isEqualTo(1);
        assertThat(due(store, hand, 10)).isEmpty();
    }

    @Test
    void finish_endsItOnce() {
        var store = create(ReplaySettings.DEFAULTS);
        add(store, replay("r1", "acme"));
        Hand hand = receive(store);
        Instant now = now();
        assertThat(store.finish(hand, ReplayStatus.FAILED, now, "fault-1").block(PATIENCE))
                .isTrue();
        assertThat(store.finish(hand, ReplayStatus.COMPLETED, now, null).block(PATIENCE))
                .isFalse();
        assertThat(store.cancel("r1", now).block(PATIENCE)).isFalse();
        assertThat(store.retrieve("r1").block(PATIENCE))
                .isEqualTo(replay("r1", "acme").ended(ReplayStatus.FAILED, now, "fault-1"));
    }

    private static List<@Nullable Creation> creations(ReplayStore store, @Nullable String... tenants) {
        return IntStream.range(0, tenants.length)
                .<@Nullable Creation>mapToObj(i -> store.create(
                                replay(tenants[i] + "" + i, tenants[i]), query(String.valueOf(i)))
                        .block(PATIENCE))
                .toList();
    }

    private static void add(ReplayStore store, Replay... replays) {
        for (Replay replay : replays) {
            assertThat(store.create(replay, query(replay.id())).block(PATIENCE)).isEqualTo(new Creation.Created());
        }
    }

    private static Hand receive(ReplayStore store) {
        return await().atMost(PATIENCE).until(() -> store.receive().block(PATIENCE), Objects::nonNull);
    }

    private static List<Awaited> due(ReplayStore store, Hand hand, int count) {
        return Objects.requireNonNull(store.due(hand, count).block(PATIENCE));
    }

    private static Page<Replay> list(ReplayStore store, @Nullable String tenantId, int limit, @Nullable Cursor from) {
        return Objects.requireNonNull(store.list(tenantId, limit, from).block(PATIENCE));
    }

    private static List<String> ids(Page<Replay> page) {
        return page.items().stream().map(Replay::id).toList();
    }

    private static List<Integer> counts(ReplayStore store) {
        Replay now = Objects.requireNonNull(store.retrieve("r1").block(PATIENCE));
        return List.of(now.queued(), now.skipped(), now.succeeded(), now.failed());
    }

    private static Instant now() {
        return Clock.systemUTC().instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static Replay replay(String id, @Nullable String tenantId) {
        return Replay.started(id, tenantId, 7, START);
    }

    private static Replay at(String id, @Nullable String tenantId, int seconds) {
        return Replay.started(id, tenantId, 7, START.plusSeconds(seconds));
    }

    /** Each its own, so that none stands in another's way. */
    private static FailureQuery query(String id) {
        var filter = new DeliveryFilter(
                Set.of(), Set.of(id), Set.of(), Set.of(), Set.of(), null, Set.of(), null, TimeRange.ANY, TimeRange.ANY);
        return new FailureQuery(filter, START);
    }

    private static Batch batch(String... events) {
        return new Batch(
                List.of(events).stream()
                        .map(event -> new Target("acme", event, "des_1"))
                        .toList(),
                1,
                new Cursor(START.plusNanos(7_000), "atm_1"),
                false);
    }

    private static Awaited awaited(String event) {
        return new Awaited(new Target("acme", event, "des_1"), 4, START);
    }
}
