package dev.postern.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.postern.quota.QuotaStore.Charge;
import dev.postern.quota.QuotaStore.Charge.Refused;
import dev.postern.quota.QuotaStore.Charge.Taken;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** What every keeper of budgets does. */
public abstract class QuotaStoreContract {

    /** Of which nothing to speak of comes back while a test runs. */
    protected static final Quota SLOW = new Quota(100, 1);

    protected static final Quota LARGEST = new Quota(Quota.MOST, Quota.MOST);

    protected abstract QuotaStore create();

    /** Lets so much time go by, for the store. */
    protected abstract void pass(Duration time);

    @Test
    void charge_unsubscribedTakesNothing() {
        var store = create();
        Mono<Charge> unsubscribed = store.charge("a", SLOW, 60);
        store.adjust("a", SLOW, -60);

        assertThat(store.charge("a", SLOW, 100).block()).isEqualTo(new Taken(0));
        assertThat(unsubscribed.block()).isInstanceOf(Refused.class);
    }

    @Test
    void charge_takesUntilThereIsTooLittle() {
        var store = create();
        assertThat(store.charge("a", SLOW, 60).block()).isEqualTo(new Taken(40));
        Charge refused = store.charge("a", SLOW, 90).block();

        assertThat(refused).isInstanceOfSatisfying(Refused.class, charge -> {
            assertThat(charge.remaining()).isBetween(40L, 60L);
            assertThat(charge.retryAfter()).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(50));
        });
        // What was refused took nothing.
        assertThat(store.charge("a", SLOW, 40).block()).isInstanceOf(Taken.class);
    }

    @Test
    void charge_ofOneLeavesTheOthersAlone() {
        var store = create();
        store.charge("tenant:a", SLOW, 100).block();

        assertThat(store.charge("tenant:b", SLOW, 100).block()).isEqualTo(new Taken(0));
    }

    /** Many pages at once, over several connections. */
    @Test
    void charge_concurrentlyNeverTakesMoreThanThereIs() {
        var store = create();
        List<Charge> charges = Objects.requireNonNull(Flux.range(0, 64)
                .flatMap(n -> store.charge("a", SLOW, 10).subscribeOn(Schedulers.parallel()), 64)
                .collectList()
                .block());

        // A test that is held up for ten seconds sees one more come back.
        assertThat(charges.stream().filter(Taken.class::isInstance).count()).isBetween(10L, 13L);
        assertThat(charges).filteredOn(Taken.class::isInstance).allMatch(charge -> charge.remaining() >= 0);
    }

    @Test
    void adjust_givesBackWhatWasNotSpent_andNoMore() {
        var store = create();
        store.charge("a", SLOW, 90).block();
        store.adjust("a", SLOW, 50).block();
        assertThat(remaining(store, SLOW)).isBetween(59L, 80L);

        store.adjust("a", SLOW, 1_000).block();
        assertThat(store.charge("a", SLOW, 100).block()).isEqualTo(new Taken(0));
    }

    /** An item of a subscription is there before it is paid for. */
    @Test
    void adjust_takesWhatWasSpent_downToNothing() {
        var store = create();
        store.adjust("a", SLOW, -30).block();
        assertThat(remaining(store, SLOW)).isBetween(69L, 90L);

        store.adjust("a", SLOW, -1_000).block();
        assertThat(store.charge("a", SLOW, 100).block())
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.retryAfter())
                                .isBetween(Duration.ofSeconds(80), Duration.ofSeconds(100)));
    }

    @Test
    void budget_refillsAsTimeGoesBy() {
        var quota = new Quota(1_000, 500);
        var store = create();
        store.charge("a", quota, 1_000).block();
        pass(Duration.ofSeconds(1));
        assertThat(store.charge("a", quota, 500).block()).isInstanceOf(Taken.class);

        pass(Duration.ofSeconds(2));
        assertThat(store.charge("a", quota, 1_000).block()).isEqualTo(new Taken(0));
    }

    /** The operator has made it smaller while tenants were at work. */
    @Test
    void budget_thatIsMadeSmaller_holdsNoMore() {
        var store = create();
        store.charge("a", new Quota(1_000, 1), 10).block();

        assertThat(store.charge("a", SLOW, 60).block()).isEqualTo(new Taken(40));
    }

    @Test
    void budget_asLargeAsMayBe_isReckonedExactly() {
        var store = create();
        var large = new Quota(Quota.MOST, 1);
        assertThat(store.charge("a", large, Quota.MOST - 3).block()).isEqualTo(new Taken(3));
        assertThat(store.charge("a", large, Quota.MOST).block())
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.retryAfter())
                                .isBetween(Duration.ofSeconds(Quota.MOST - 20), Duration.ofSeconds(Quota.MOST - 3)));

        store.charge("b", LARGEST, Quota.MOST).block();
        pass(Duration.ofSeconds(1));
        assertThat(store.charge("b", LARGEST, Quota.MOST).block()).isEqualTo(new Taken(0));
    }

    @Test
    void charge_ofNonsenseIsRefused() {
        var store = create();
        assertThatThrownBy(() -> store.charge("a", SLOW, 0)).hasMessageContaining("cost: 0 (expected: 1..100)");
        assertThatThrownBy(() -> store.charge("a", SLOW, 101)).hasMessageContaining("cost: 101");
        assertThatThrownBy(() -> store.adjust("a", SLOW, Long.MIN_VALUE)).hasMessageContaining("change: -");
        assertThatThrownBy(() -> new Quota(0, 1)).hasMessageContaining("capacity: 0");
        assertThatThrownBy(() -> new Quota(1, 0)).hasMessageContaining("restoreRate: 0");
        assertThatThrownBy(() -> new Quota(Quota.MOST + 1, 1)).hasMessageContaining("capacity");
    }

    private static long remaining(QuotaStore store, Quota quota) {
        return Objects.requireNonNull(store.charge("a", quota, 1).block()).remaining();
    }
}
