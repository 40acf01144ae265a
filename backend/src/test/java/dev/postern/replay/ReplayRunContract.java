package dev.postern.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.fakes.CountingIds;
import dev.postern.fakes.SettableClock;
import dev.postern.logstore.DeliveryFilter;
import dev.postern.logstore.DeliveryQuery;
import dev.postern.logstore.DeliveryReader;
import dev.postern.logstore.FailureReader;
import dev.postern.logstore.FailureReader.FailureCount;
import dev.postern.logstore.LogWriter;
import dev.postern.logstore.PayloadBudget;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import dev.postern.model.Page;
import dev.postern.model.TimeRange;
import dev.postern.replay.Redelivery.Result;
import dev.postern.replay.memory.MemoryReplayStore;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** What becomes of a replay, from its plan to its end, over any log. */
public abstract class ReplayRunContract {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    private static final DeliveryFilter ACME = filter("acme");
    private static final int EVENTS = 230;

    private final SettableClock clock = new SettableClock(START);
    private final AtomicInteger attempts = new AtomicInteger();
    private final Desk desk = new Desk();
    private ReplaySettings settings = ReplaySettings.DEFAULTS;
    private MemoryReplayStore store = new MemoryReplayStore(clock, settings);
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicInteger counts = new AtomicInteger();
    private @Nullable RuntimeException bug;

    protected abstract LogWriter writer();

    protected abstract DeliveryReader deliveries();

    protected abstract FailureReader failures();

    protected abstract void clear();

    @BeforeEach
    void empty() {
        clear();
    }

    /** The receiver was down; some events it has had since, others it never will. */
    @Test
    void run_coversWhatThePlanCounted() {
        outage(EVENTS);
        clock.advance(Duration.ofMinutes(10));
        FailureCount plan = Objects.requireNonNull(planner().count(ACME).block(PATIENCE));
        assertThat(plan).isEqualTo(new FailureCount(EVENTS - 20, 2));
        assertThat(planner()
                        .sample(ACME, true, false, PayloadBudget.unlimited())
                        .block(PATIENCE))
                .hasSize(5)
                .allSatisfy(delivery -> assertThat(delivery.status()).isEqualTo(DeliveryStatus.FAILED))
                .allSatisfy(delivery -> assertThat(delivery.event().data()).isNotNull())
                .allSatisfy(delivery -> assertThat(delivery.response()).isNull());
        Replay replay = start("acme", ACME);
        assertThat(replay.planned()).isEqualTo(plan.deliveries());
        clock.advance(Duration.ofMinutes(1));
        desk.refused = "evt_100";
        store(
                succeeded("acme", "evt_101", "des_2"),
                failed("acme", "evt_102", "des_1"),
                failed("acme", "new", "des_1"));

        Replay done = finish(replay);

        assertThat(done.status()).isEqualTo(ReplayStatus.COMPLETED);
        assertThat(done.finishedAt()).isNotNull();
        assertThat(done.planned()).isEqualTo(done.queued() + done.skipped());
        assertThat(done.skipped()).isEqualTo(2);
        assertThat(done.succeeded()).isEqualTo(done.queued());
        assertThat(done.failed()).isZero();
        assertThat(desk.queued).hasSize(done.queued()).doesNotHaveDuplicates();
        assertThat(desk.queued).extracting(Target::tenantId).containsOnly("acme");
        assertThat(desk.queued).extracting(Target::eventId).doesNotContain("new", "evt_101", "evt_100", "evt_0");
        assertThat(planner().count(ACME).block(PATIENCE))
                .extracting(FailureCount::deliveries)
                .isEqualTo(2L);
    }

    /** The process is killed in the middle of queueing, without a word. */
    @Test
    void run_takenUpByAnother_queuesNobodyTwiceAndLeavesNobodyOut() {
        outage(EVENTS);
        Replay replay = start("acme", ACME);
        desk.dieAfter = 60;
        await().atMost(PATIENCE).until(() -> {
            runner().runNext().subscribe();
            return desk.died.get() > 0;
        });
        await().atMost(PATIENCE).until(() -> desk.queued.size() == desk.wishes.size());
        int before = desk.queued.size();
        desk.dieAfter = Integer.MAX_VALUE;
        clock.advance(settings.lease());

        Replay done = finish(replay);

        assertThat(before).isLessThan(done.planned());
        assertThat(done.queued()).isEqualTo(done.planned());
        assertThat(done.succeeded()).isEqualTo(done.planned());
        assertThat(desk.queued).hasSize(done.planned()).doesNotHaveDuplicates();
    }

    /** A hundred thousand failures must not fill the delivery queue. */
    @Test
    void run_queuesNoMoreThanItsWindow() {
        settings = settings.withLimits(1_000, 1, 1, 7);
        store = new MemoryReplayStore(clock, settings);
        outage(60);
        Replay replay = start("acme", ACME);
        desk.delivers = false;
        for (int i = 0; i < 20; i++) {
            step();
            assertThat(desk.queued.size()).isLessThanOrEqualTo(7);
        }
        assertThat(desk.queued).hasSize(7);
        desk.deliverAll();
        desk.delivers = true;
        assertThat(finish(replay).succeeded()).isEqualTo(replay.planned());
    }

    @Test
    void run_tellsHowManyFailedAgain() {
        outage(30);
        Replay replay = start("acme", ACME);
        desk.status = DeliveryStatus.FAILED;
        Replay done = finish(replay);
        assertThat(done.failed()).isEqualTo(done.planned());
        assertThat(done.succeeded()).isZero();
    }

    /** The destination is disabled after the attempts were queued: they stay parked for days. */
    @Test
    void run_waitsForOutcomesOnlySoLong() {
        outage(30);
        Replay replay = start("acme", ACME);
        desk.delivers = false;
        for (int i = 0; i < 5; i++) {
            step();
        }
        assertThat(now(replay).status()).isEqualTo(ReplayStatus.RUNNING);
        assertThat(now(replay).queued()).isEqualTo(replay.planned());
        clock.advance(settings.patience());
        Replay done = finish(replay);
        assertThat(done.status()).isEqualTo(ReplayStatus.COMPLETED);
        assertThat(done.succeeded() + done.failed()).isZero();
    }

    /** A receiver is down for hours: who waits for it doesn't ask the log for each of its attempts every second. */
    @Test
    void run_looksLessOftenForWhatWaitsLong() {
        outage(30);
        start("acme", ACME);
        desk.delivers = false;
        for (int i = 0; i < 60; i++) {
            step();
        }
        assertThat(desk.queued).hasSize(10);
        assertThat(looks.get()).isBetween(10 * 5, 10 * 25);
    }

    /** Somebody else's attempt has the number: who delivers gives ours the next. */
    @Test
    void run_findsAnAttemptWhoseNumberWasChanged() {
        outage(30);
        Replay replay = start("acme", ACME);
        desk.delivers = false;
        step();
        desk.queued.forEach(target -> store(attempt(target, 4, true, DeliveryStatus.SUCCESS)));

        Replay done = finish(replay);

        assertThat(done.succeeded()).isEqualTo(replay.planned());
        assertThat(Duration.between(done.createdAt(), Objects.requireNonNull(done.finishedAt())))
                .isLessThan(settings.patience().dividedBy(2));
    }

    @Test
    void run_ofNothingIsCompletedAtOnce() {
        Replay done = finish(start("acme", ACME));
        assertThat(done.status()).isEqualTo(ReplayStatus.COMPLETED);
        assertThat(done.planned() + done.queued() + done.skipped()).isZero();
    }

    @Test
    void cancel_stopsQueueing() {
        outage(EVENTS);
        Replay replay = start("acme", ACME);
        step();
        int queued = desk.queued.size();
        assertThat(queued).isPositive();
        assertThat(replays().cancel(replay.id()).block(PATIENCE))
                .extracting(Replay::status, Replay::queued)
                .containsExactly(ReplayStatus.CANCELLED, queued);
        step();
        assertThat(desk.queued).hasSize(queued);
        assertThat(replays().cancel("nobody").block(PATIENCE)).isNull();
    }

    /** A store that is down is waited for, however long; a fault of ours is not. */
    @Test
    void run_failsForAFaultOfOursAlone() {
        outage(EVENTS);
        Replay replay = start("acme", ACME);
        desk.trouble = new IOException("connection reset");
        for (int i = 0; i < 20; i++) {
            step();
        }
        assertThat(now(replay).status()).isEqualTo(ReplayStatus.RUNNING);
        desk.trouble = null;
        bug = new IllegalStateException("a bug");
        step();
        bug = null;
        step();
        bug = new IllegalStateException("another");
        for (int i = 0; i < 10; i++) {
            step();
        }
        assertThat(now(replay).status()).isEqualTo(ReplayStatus.FAILED);
        assertThat(now(replay).faultId()).isNotNull();
        assertThat(now(replay).finishedAt()).isNotNull();
    }

    /** One destination of many has a field that nobody can read: the others still get what they missed. */
    @Test
    void run_skipsWhatCannotBeQueued() {
        settings = settings.withTimes(settings.patience(), settings.retention(), Duration.ofMillis(1));
        outage(EVENTS);
        Replay replay = start("acme", ACME);
        desk.unreadable = "des_2";

        Replay done = finish(replay);

        assertThat(done.status()).isEqualTo(ReplayStatus.COMPLETED);
        assertThat(done.skipped()).isEqualTo(replay.planned() / 2);
        assertThat(done.queued()).isEqualTo(replay.planned() - done.skipped());
        assertThat(done.succeeded()).isEqualTo(done.queued());
        assertThat(desk.queued).extracting(Target::destinationId).containsOnly("des_1");
    }

    /** The connection fails under one while its siblings' tasks are on the wire. */
    @Test
    void run_afterTroubleWithOne_queuesNoOtherTwice() {
        outage(EVENTS);
        Replay replay = start("acme", ACME);
        desk.pause = Duration.ofMillis(20);
        desk.lost = "evt_30";
        step();
        assertThat(now(replay).status()).isEqualTo(ReplayStatus.RUNNING);
        desk.lost = null;

        Replay done = finish(replay);

        assertThat(done.succeeded()).isEqualTo(replay.planned());
        assertThat(desk.queued).hasSize(replay.planned()).doesNotHaveDuplicates();
    }

    @Test
    void start_refusesMoreThanItMayQueue() {
        settings = settings.withLimits(9, 1, 2, 7);
        store = new MemoryReplayStore(clock, settings);
        outage(30);
        assertThat(replays().start("acme", ACME).block(PATIENCE)).isEqualTo(new StartResult.TooMany(10, 9));
        assertThat(replays().start("globex", filter("globex")).block(PATIENCE)).isInstanceOf(StartResult.Started.class);
        assertThat(replays().start("globex", filter("globex")).block(PATIENCE)).isInstanceOf(StartResult.Running.class);
        assertThat(replays().start("globex", DeliveryFilter.ANY).block(PATIENCE))
                .isEqualTo(new StartResult.Full(true, 1));
        assertThat(counts.get()).isEqualTo(2);
    }

    /** Of each event: it failed, twice, at one of two destinations; 20 of them it got since. */
    private void outage(int events) {
        List<LogEntry> entries = new ArrayList<>();
        for (int i = 0; i < events; i++) {
            String destination = "des_" + (1 + i % 2);
            entries.add(failed("acme", "evt_" + i, destination));
            clock.advance(Duration.ofMillis(5));
            entries.add(failed("acme", "evt_" + i, destination));
            if (i < 20) {
                clock.advance(Duration.ofMillis(5));
                entries.add(succeeded("acme", "evt_" + i, destination));
            }
        }
        entries.add(failed("globex", "evt_1", "des_1"));
        store(entries.toArray(LogEntry[]::new));
    }

    private void store(LogEntry... entries) {
        writer().insert(List.of(entries)).block(PATIENCE);
    }

    private LogEntry failed(String tenant, String event, String destination) {
        return attempt(new Target(tenant, event, destination), 1, false, DeliveryStatus.FAILED);
    }

    private LogEntry succeeded(String tenant, String event, String destination) {
        return attempt(new Target(tenant, event, destination), 2, false, DeliveryStatus.SUCCESS);
    }

    private LogEntry attempt(Target target, int number, boolean manual, DeliveryStatus status) {
        var event = new Event(
                target.eventId(), target.tenantId(), null, List.of(), "order.created", true, START, Map.of(), "{}");
        return new LogEntry(
                event,
                new Delivery(
                        "atm_" + attempts.incrementAndGet(),
                        target.destinationId(),
                        "webhook",
                        status,
                        clock.instant(),
                        number,
                        manual,
                        "500",
                        "{}",
                        3,
                        event),
                null);
    }

    private ReplayPlanner planner() {
        FailureReader counted = (query, deadline) -> {
            counts.incrementAndGet();
            return failures().countFailures(query, deadline);
        };
        return new ReplayPlanner(counted, deliveries(), clock, settings);
    }

    private Replays replays() {
        return new Replays(planner(), store, new CountingIds(), clock, settings);
    }

    private ReplayRunner runner() {
        return new ReplayRunner(store, new Reader(), desk, IOException.class::isInstance, clock, settings);
    }

    private Replay start(String tenant, DeliveryFilter filter) {
        return ((StartResult.Started)
                        Objects.requireNonNull(replays().start(tenant, filter).block(PATIENCE)))
                .replay();
    }

    private void step() {
        runner().runNext().block(PATIENCE);
        clock.advance(Duration.ofSeconds(10));
    }

    private Replay finish(Replay replay) {
        for (int i = 0; i < 100 && now(replay).running(); i++) {
            step();
        }
        return now(replay);
    }

    private Replay now(Replay replay) {
        return Objects.requireNonNull(replays().retrieve(replay.id()).block(PATIENCE));
    }

    private static DeliveryFilter filter(String tenant) {
        return new DeliveryFilter(
                Set.of(tenant),
                Set.of(),
                Set.of(),
                Set.of(),
                Set.of(),
                null,
                Set.of(),
                null,
                TimeRange.ANY,
                TimeRange.ANY);
    }

    /** The log, which a bug of its reader's can keep from being read. */
    private final class Reader implements DeliveryReader {

        @Override
        public Mono<List<Page<Delivery>>> listDeliveries(List<DeliveryQuery> queries, PayloadBudget budget) {
            looks.addAndGet((int) queries.stream()
                    .filter(query -> Boolean.TRUE.equals(query.manual()))
                    .count());
            return bug == null ? deliveries().listDeliveries(queries, budget) : Mono.error(bug);
        }

        @Override
        public Mono<Delivery> retrieveDelivery(@Nullable String tenantId, String id) {
            return deliveries().retrieveDelivery(tenantId, id);
        }

        @Override
        public Mono<Delivery> latestDelivery(String tenantId, String eventId, String destinationId) {
            return deliveries().latestDelivery(tenantId, eventId, destinationId);
        }
    }

    /** Where attempts are queued, and at once made. */
    private final class Desk implements Redelivery {

        private final List<Target> queued = new CopyOnWriteArrayList<>();
        private final Map<String, Integer> wishes = new ConcurrentHashMap<>();
        private final AtomicInteger died = new AtomicInteger();
        private @Nullable String refused;
        private @Nullable String unreadable;
        private @Nullable String lost;
        private Duration pause = Duration.ZERO;
        private @Nullable Throwable trouble;
        private int dieAfter = Integer.MAX_VALUE;
        private boolean delivers = true;
        private DeliveryStatus status = DeliveryStatus.SUCCESS;

        @Override
        public Mono<Result> again(String wish, Target target) {
            return Mono.defer(() -> {
                if (trouble != null) {
                    return Mono.error(trouble);
                }
                if (target.destinationId().equals(unreadable)) {
                    return Mono.error(new IllegalStateException("its credentials can't be read"));
                }
                if (target.eventId().equals(lost)) {
                    return Mono.error(new IOException("connection reset"));
                }
                if (target.eventId().equals(refused)) {
                    return Mono.just(new Result.Refused());
                }
                String key = wish + target;
                if (wishes.containsKey(key)) {
                    return Mono.just(new Result.Queued(0));
                }
                if (queued.size() >= dieAfter) {
                    died.incrementAndGet();
                    return Mono.never();
                }
                queued.add(target);
                Mono<Void> made = delivers ? writer().insert(List.of(attempt(target, 3, true, status))) : Mono.empty();
                return made.then(pause.isZero() ? Mono.empty() : Mono.delay(pause))
                        .then(Mono.fromSupplier(() -> {
                            wishes.put(key, 1);
                            return new Result.Queued(3);
                        }));
            });
        }

        private void deliverAll() {
            queued.forEach(target -> store(attempt(target, 3, true, status)));
        }
    }
}
