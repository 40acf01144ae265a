package dev.postern.delivery.lanes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.postern.fakes.SettableClock;
import dev.postern.model.DestinationKey;
import dev.postern.provider.RateLimit;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LanesTest {

    private static final Duration PAUSE = Duration.ofSeconds(30);
    private static final int URGENT = -1;

    private final SettableClock clock = new SettableClock();
    private final List<Pass> running = new CopyOnWriteArrayList<>();
    private final List<Pass> parked = new CopyOnWriteArrayList<>();
    private final List<Pass> givenBack = new CopyOnWriteArrayList<>();
    private Lanes lanes = new Lanes(LaneSettings.of(8), clock);

    /** Two of eight slots for a destination, four for a tenant. */
    @Test
    void arrive_noMoreThanItsShareRuns() {
        arrive("acme", "a", 5);
        assertThat(running).hasSize(2);
        arrive("acme", "b", 5);
        arrive("acme", "c", 5);
        assertThat(running).hasSize(4);
        arrive("globex", "a", 1);
        assertThat(running).hasSize(5);
        assertThat(parked).isEmpty();
    }

    /** One destination has a long line: the others are served in turn, not after it. */
    @Test
    void end_servesOneDestinationAfterTheOther() {
        lanes = new Lanes(LaneSettings.of(1), clock);
        arrive("t1", "a", 4);
        arrive("t2", "b", 2);

        List<String> order = new ArrayList<>();
        while (!running.isEmpty()) {
            Pass first = running.removeFirst();
            order.add(first.destination().id());
            lanes.end(first, Reach.ANSWERED);
        }

        assertThat(order).containsExactly("a", "a", "b", "a", "b", "a");
    }

    /** A receiver hangs: what would wait for it for longer than a second leaves the process. */
    @Test
    void arrive_behindAttemptsThatHang_isParked() {
        arrive("acme", "slow", 3);
        clock.advance(Duration.ofSeconds(2));

        arrive("acme", "slow", 10);
        arrive("globex", "fast", 1);

        assertThat(running).extracting(Pass::destination).contains(new DestinationKey("globex", "fast"));
        assertThat(parked).hasSize(10);
        assertThat(lanes.room(new DestinationKey("acme", "slow"))).isZero();
    }

    /** A burst for a receiver that answers at once stays in memory, in its order. */
    @Test
    void arrive_behindAttemptsThatGoFast_waits() {
        lanes = new Lanes(LaneSettings.of(8).withWaiting(100), clock);
        arrive("acme", "fast", 50);

        assertThat(parked).isEmpty();
        assertThat(lanes.demand(0)).isEqualTo(8);
        List<Integer> order = new ArrayList<>();
        while (!running.isEmpty()) {
            Pass first = running.removeFirst();
            order.add(first.number());
            lanes.end(first, Reach.ANSWERED);
        }
        assertThat(order)
                .containsExactlyElementsOf(IntStream.range(0, 50).boxed().toList());
    }

    /** Memory is bounded, whatever comes. */
    @Test
    void arrive_beyondWhatMayWait_isParked() {
        lanes = new Lanes(LaneSettings.of(8).withWaiting(10), clock);
        arrive("acme", "fast", 1_000);

        assertThat(running).hasSize(2);
        assertThat(parked).hasSize(988);
    }

    /** All slots are taken by many: as many again are held ready, and no more asked for. */
    @Test
    void demand_endsOnceEnoughIsReady() {
        lanes = new Lanes(LaneSettings.of(4), clock);
        assertThat(lanes.demand(0)).isEqualTo(4);
        assertThat(lanes.demand(3)).isEqualTo(1);
        IntStream.range(0, 6).forEach(i -> arrive("t" + i, "a", 1));
        assertThat(lanes.demand(0)).isEqualTo(2);
    }

    /** Nobody answers any more: nothing is sent for a while, then one attempt, and at last all. */
    @Test
    void end_ofSilentAttempts_opensTheCircuitUntilAProbeIsAnswered() {
        arrive("acme", "dead", 7);
        for (int i = 0; i < 5; i++) {
            lanes.end(running.removeFirst(), Reach.SILENT);
        }
        lanes.end(running.removeFirst(), Reach.SILENT);
        assertThat(running).isEmpty();
        assertThat(parked).hasSize(1);
        arrive("acme", "dead", 3);
        assertThat(parked).hasSize(4);
        assertThat(parked.getLast().lookAgain()).isEqualTo(PAUSE);
        assertThat(lanes.room(new DestinationKey("acme", "dead"))).isZero();
        assertThat(lanes.untilRoom(new DestinationKey("acme", "dead"))).isEqualTo(PAUSE);

        clock.advance(PAUSE.plusSeconds(1));
        assertThat(lanes.room(new DestinationKey("acme", "dead"))).isEqualTo(1);
        arrive("acme", "dead", 3);
        assertThat(running).hasSize(1);
        assertThat(parked).hasSize(6);
        lanes.end(running.removeFirst(), Reach.SILENT);
        arrive("acme", "dead", 1);
        assertThat(running).isEmpty();

        clock.advance(PAUSE.plusSeconds(1));
        arrive("acme", "dead", 1);
        lanes.end(running.removeFirst(), Reach.ANSWERED);
        arrive("acme", "dead", 2);
        assertThat(running).hasSize(2);
    }

    /** A probe that was never sent, because the process stops or the destination is disabled, is no answer. */
    @Test
    void end_ofAProbeThatWasNotMade_letsAnotherProbe() {
        lanes = new Lanes(LaneSettings.of(8).withCircuit(1, PAUSE), clock);
        arrive("acme", "dead", 1);
        lanes.end(running.removeFirst(), Reach.SILENT);
        clock.advance(PAUSE.plusSeconds(1));
        arrive("acme", "dead", 1);
        lanes.end(running.removeFirst(), Reach.UNKNOWN);

        arrive("acme", "dead", 2);

        assertThat(running).hasSize(1);
        assertThat(parked).hasSize(1);
    }

    /** A person mended the receiver, and retries by hand to see: that attempt is made, and closes the circuit. */
    @Test
    void arrive_urgentAtADeadDestination_runs() {
        lanes = new Lanes(LaneSettings.of(8).withCircuit(1, PAUSE), clock);
        arrive("acme", "dead", 1);
        lanes.end(running.removeFirst(), Reach.SILENT);
        arrive("acme", "dead", 1);
        assertThat(running).isEmpty();

        lanes.arrive(new Pass("acme", "dead", URGENT, null));
        assertThat(running).hasSize(1);
        lanes.end(running.removeFirst(), Reach.ANSWERED);

        arrive("acme", "dead", 1);
        assertThat(running).hasSize(1);
    }

    /** It answers 500 each time: it is alive. */
    @Test
    void end_ofAnsweredAttempts_keepsTheCircuitClosed() {
        for (int i = 0; i < 20; i++) {
            arrive("acme", "busy", 1);
            lanes.end(running.removeFirst(), i % 5 == 4 ? Reach.ANSWERED : Reach.SILENT);
        }
        assertThat(parked).isEmpty();
    }

    @Test
    void end_withoutCircuit_neverPauses() {
        lanes = new Lanes(LaneSettings.of(8).withCircuit(0, PAUSE), clock);
        for (int i = 0; i < 20; i++) {
            arrive("acme", "dead", 1);
            lanes.end(running.removeFirst(), Reach.SILENT);
        }
        assertThat(parked).isEmpty();
    }

    /** A receiver that takes two a second. */
    @Test
    void limit_letsNoMoreThroughThanTheRate() {
        limitAfterAFirst(new RateLimit(2, Duration.ofSeconds(1)));

        arrive("acme", "limited", 20);

        assertThat(running).hasSize(1);
        assertThat(parked).hasSize(17);
        endAll();
        clock.advance(Duration.ofSeconds(1));
        arrive("globex", "other", 1);
        lanes.end(running.removeLast(), Reach.ANSWERED);
        assertThat(running)
                .hasSizeBetween(1, 2)
                .allMatch(pass -> pass.destination().id().equals("limited"));
    }

    /** Nothing else happens: the one that waits for its token is run all the same. */
    @Test
    void limit_runsWhoWaitsOnceThereIsAToken() {
        lanes = new Lanes(LaneSettings.of(8), Clock.systemUTC());
        limitAfterAFirst(new RateLimit(20, Duration.ofSeconds(1)));
        for (int i = 0; i < 25; i++) {
            arrive("acme", "limited", 1);
            endAll();
        }

        await().atMost(Duration.ofSeconds(20)).until(() -> !running.isEmpty());
    }

    @Test
    void limit_takenAwayHoldsNobodyBack() {
        limitAfterAFirst(new RateLimit(1, Duration.ofHours(1)));
        lanes.limit(new DestinationKey("acme", "limited"), Optional.empty());
        arrive("acme", "limited", 2);
        assertThat(running).hasSize(2);
    }

    /** The worker stops. */
    @Test
    void clear_givesBackWhatWaits() {
        arrive("acme", "a", 5);
        lanes.clear();
        assertThat(givenBack).hasSize(3);
        running.forEach(pass -> lanes.end(pass, Reach.UNKNOWN));
        assertThat(running).hasSize(2);
    }

    /** Ten thousand destinations ended as soon as they began: on one stack that would be too many. */
    @Test
    void end_asSoonAsBegun_doesNotPileUp() {
        lanes = new Lanes(LaneSettings.of(1).withWaiting(100_000), clock);
        var first = new Pass("acme", "a", 0, null);
        lanes.arrive(first);
        List<Integer> ended = new ArrayList<>();
        IntStream.range(0, 10_000).forEach(i -> lanes.arrive(new Pass("acme", "b", i, ended)));
        lanes.end(first, Reach.ANSWERED);
        assertThat(ended).hasSize(10_000);
    }

    @Test
    void settings_defaultsAreSharesOfTheSlots() {
        assertThat(LaneSettings.of(1)).returns(1, LaneSettings::perDestination).returns(1, LaneSettings::perTenant);
        assertThat(LaneSettings.of(16)).returns(4, LaneSettings::perDestination).returns(8, LaneSettings::perTenant);
        assertThatThrownBy(() -> LaneSettings.of(16).withPerDestination(0))
                .hasMessage("perDestination: 0 (expected: >= 1)");
    }

    private void limitAfterAFirst(RateLimit limit) {
        arrive("acme", "limited", 1);
        lanes.limit(new DestinationKey("acme", "limited"), Optional.of(limit));
        lanes.end(running.removeFirst(), Reach.ANSWERED);
    }

    private void endAll() {
        while (!running.isEmpty()) {
            lanes.end(running.removeFirst(), Reach.ANSWERED);
        }
    }

    private void arrive(String tenant, String destination, int tickets) {
        for (int i = 0; i < tickets; i++) {
            lanes.arrive(new Pass(tenant, destination, i, null));
        }
    }

    private final class Pass implements Ticket {

        private final DestinationKey destination;
        private final int number;
        private final @Nullable List<Integer> ended;
        private Duration lookAgain = Duration.ZERO;

        /** @param ended where it notes that it ended as soon as it was run; null to run on */
        private Pass(String tenant, String destination, int number, @Nullable List<Integer> ended) {
            this.destination = new DestinationKey(tenant, destination);
            this.number = number;
            this.ended = ended;
        }

        int number() {
            return number;
        }

        Duration lookAgain() {
            return lookAgain;
        }

        @Override
        public DestinationKey destination() {
            return destination;
        }

        @Override
        public boolean isUrgent() {
            return number == URGENT;
        }

        @Override
        public void run() {
            if (ended == null) {
                running.add(this);
            } else {
                ended.add(number);
                lanes.end(this, Reach.ANSWERED);
            }
        }

        @Override
        public void park(Duration pause) {
            lookAgain = pause;
            parked.add(this);
        }

        @Override
        public void giveBack() {
            givenBack.add(this);
        }
    }
}
