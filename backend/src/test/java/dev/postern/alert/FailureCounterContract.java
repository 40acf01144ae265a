package dev.postern.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.model.DestinationKey;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** What every counter of failures does. */
public abstract class FailureCounterContract {

    protected static final DestinationKey HOOK = new DestinationKey("acme", "hook");
    private static final int MOST = 100;
    private static final Duration WINDOW = Duration.ofHours(1);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** A counter that has counted nothing. */
    protected abstract FailureCounter create();

    @Test
    void failed_unsubscribedCountsNothing() {
        var counter = create();
        Mono<Integer> unsubscribed = counter.failed(HOOK, "atm_1", MOST);
        assertThat(failed(counter, HOOK, "atm_2")).isEqualTo(1);
        assertThat(unsubscribed.block()).isEqualTo(2);
    }

    /** Its record was lost on the way, and is told again. */
    @Test
    void failed_countsEachAttemptOnce() {
        var counter = create();
        assertThat(failed(counter, HOOK, "atm_1")).isEqualTo(1);
        assertThat(failed(counter, HOOK, "atm_2")).isEqualTo(2);
        assertThat(failed(counter, HOOK, "atm_1")).isEqualTo(2);
    }

    @Test
    void failed_ofOthersCountsForThemselves() {
        var counter = create();
        failed(counter, HOOK, "atm_1");
        assertThat(failed(counter, new DestinationKey("acme", "other"), "atm_2"))
                .isEqualTo(1);
        assertThat(failed(counter, new DestinationKey("globex", "hook"), "atm_3"))
                .isEqualTo(1);
        assertThat(failed(counter, HOOK, "atm_4")).isEqualTo(2);
    }

    /** Many workers fail at one destination at once. */
    @Test
    void failed_atOnce_losesNone() {
        var counter = create();
        var counts = Flux.range(1, 50)
                .flatMap(i -> counter.failed(HOOK, "atm_" + i, MOST), 50)
                .collectList()
                .block();
        assertThat(counts)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, 50).boxed().toList());
    }

    /** Nobody mends it for months. */
    @Test
    void failed_staysAtTheMost() {
        var counter = create();
        for (int i = 0; i < 5; i++) {
            assertThat(counter.failed(HOOK, "atm_" + i, 3).block()).isEqualTo(Math.min(i + 1, 3));
        }
    }

    @Test
    void reset_beginsAnew() {
        var counter = create();
        failed(counter, HOOK, "atm_1");
        failed(counter, new DestinationKey("acme", "other"), "atm_2");
        counter.reset(HOOK).block();
        assertThat(failed(counter, HOOK, "atm_3")).isEqualTo(1);
        assertThat(failed(counter, new DestinationKey("acme", "other"), "atm_4"))
                .isEqualTo(2);
    }

    /** Each of its events exhausts its retries: one is enough to know of it. */
    @Test
    void oncePerWindow_tellsOnceWithinItsWindow() {
        var counter = create();
        assertThat(tells(counter, HOOK)).isTrue();
        assertThat(tells(counter, HOOK)).isFalse();
        assertThat(tells(counter, new DestinationKey("acme", "other"))).isTrue();
    }

    /** Who tells of it can't: the next that could have been silent has to. */
    @Test
    void oncePerWindow_notTold_leavesItToTheNext() {
        var counter = create();
        StepVerifier.create(counter.oncePerWindow(HOOK, WINDOW, Mono.error(new IllegalStateException("down"))))
                .expectErrorMessage("down")
                .verify(PATIENCE);
        assertThat(tells(counter, HOOK)).isTrue();
        assertThat(tells(counter, HOOK)).isFalse();
    }

    /** There was no room for it, or nobody wanted it. */
    @Test
    void oncePerWindow_dropped_leavesItToTheNext() {
        var counter = create();
        counter.oncePerWindow(HOOK, WINDOW, Mono.just(false)).block(PATIENCE);
        counter.oncePerWindow(HOOK, WINDOW, Mono.empty()).block(PATIENCE);
        assertThat(tells(counter, HOOK)).isTrue();
        assertThat(tells(counter, HOOK)).isFalse();
    }

    /** Its process stops while it waits for room. */
    @Test
    void oncePerWindow_cancelled_leavesItToTheNext() {
        var counter = create();
        var begun = new AtomicBoolean();
        Disposable telling = counter.oncePerWindow(
                        HOOK, WINDOW, Mono.<Boolean>never().doOnSubscribe(subscription -> begun.set(true)))
                .subscribe();
        await().atMost(PATIENCE).untilTrue(begun);
        telling.dispose();
        await().atMost(PATIENCE).until(() -> tells(counter, HOOK));
    }

    /** Two deliveries to it fail for the last time at once. */
    @Test
    void oncePerWindow_whileItIsBeingTold_isSilent() {
        var counter = create();
        var inside = new AtomicBoolean(true);
        counter.oncePerWindow(
                        HOOK,
                        WINDOW,
                        Mono.fromRunnable(() -> inside.set(false))
                                .then(counter.oncePerWindow(HOOK, WINDOW, telling(inside)))
                                .thenReturn(true))
                .block(PATIENCE);
        assertThat(inside).isFalse();
    }

    protected static boolean tells(FailureCounter counter, DestinationKey destination) {
        var told = new AtomicBoolean();
        counter.oncePerWindow(destination, WINDOW, telling(told)).block(PATIENCE);
        return told.get();
    }

    private static Mono<Boolean> telling(AtomicBoolean told) {
        return Mono.fromSupplier(() -> {
            told.set(true);
            return true;
        });
    }

    protected static int failed(FailureCounter counter, DestinationKey destination, String deliveryId) {
        return counter.failed(destination, deliveryId, MOST).blockOptional().orElseThrow();
    }
}
