package dev.postern.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.model.DestinationKey;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What every counter of failures does. */
public abstract class FailureCounterContract {

    protected static final DestinationKey HOOK = new DestinationKey("acme", "hook");
    private static final int MOST = 100;
    private static final Duration WINDOW = Duration.ofHours(1);

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
    void firstExhausted_isTrueOnceWithinItsWindow() {
        var counter = create();
        assertThat(counter.firstExhausted(HOOK, WINDOW).block()).isTrue();
        assertThat(counter.firstExhausted(HOOK, WINDOW).block()).isFalse();
        assertThat(counter.firstExhausted(new DestinationKey("acme", "other"), WINDOW)
                        .block())
                .isTrue();
    }

    protected static int failed(FailureCounter counter, DestinationKey destination, String deliveryId) {
        return counter.failed(destination, deliveryId, MOST).blockOptional().orElseThrow();
    }
}
