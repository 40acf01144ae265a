package dev.postern.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RetryPolicyTest {

    private static final RetryPolicy DEFAULT = new RetryPolicy.Exponential(Duration.ofSeconds(30), 10);
    private static final RetryPolicy LISTED =
            new RetryPolicy.Schedule(List.of(Duration.ofSeconds(5), Duration.ofMinutes(1), Duration.ofMinutes(10)));

    @Test
    void exponential_doublesFromTheInterval() {
        assertThat(DEFAULT.delayAfter(1)).contains(Duration.ofSeconds(30));
        assertThat(DEFAULT.delayAfter(2)).contains(Duration.ofMinutes(1));
        assertThat(DEFAULT.delayAfter(3)).contains(Duration.ofMinutes(2));
        assertThat(DEFAULT.delayAfter(10)).contains(Duration.ofMinutes(256));
    }

    /** One attempt and ten retries: after the eleventh there is nothing left. */
    @Test
    void exponential_endsAtTheLimit() {
        assertThat(DEFAULT.limit()).isEqualTo(10);
        assertThat(DEFAULT.delayAfter(11)).isEmpty();
        assertThat(DEFAULT.delayAfter(Integer.MAX_VALUE)).isEmpty();
    }

    @Test
    void exponential_withoutRetries() {
        assertThat(new RetryPolicy.Exponential(Duration.ofSeconds(30), 0).delayAfter(1))
                .isEmpty();
    }

    /** An operator who wants a million retries gets yearly ones in the end, not an overflow. */
    @Test
    void exponential_neverOverAYear() {
        var endless = new RetryPolicy.Exponential(Duration.ofSeconds(30), Integer.MAX_VALUE);
        assertThat(endless.delayAfter(20)).contains(Duration.ofMinutes(262_144));
        assertThat(endless.delayAfter(21)).contains(Duration.ofMinutes(524_288));
        assertThat(endless.delayAfter(22)).contains(Duration.ofDays(365));
        assertThat(endless.delayAfter(Integer.MAX_VALUE)).contains(Duration.ofDays(365));
        assertThat(new RetryPolicy.Exponential(Duration.ofDays(10_000), 1).delayAfter(1))
                .contains(Duration.ofDays(365));
    }

    @Test
    void exponential_intervalOfZeroStaysZero() {
        var atOnce = new RetryPolicy.Exponential(Duration.ZERO, 100);
        assertThat(atOnce.delayAfter(1)).contains(Duration.ZERO);
        assertThat(atOnce.delayAfter(100)).contains(Duration.ZERO);
    }

    /** Rows of old writers count attempts from 0. */
    @Test
    void delayAfter_attemptZeroIsTheFirst() {
        assertThat(DEFAULT.delayAfter(0)).contains(Duration.ofSeconds(30));
        assertThat(LISTED.delayAfter(0)).contains(Duration.ofSeconds(5));
    }

    @Test
    void schedule_oneDelayAfterTheOther() {
        assertThat(LISTED.limit()).isEqualTo(3);
        assertThat(LISTED.delayAfter(1)).contains(Duration.ofSeconds(5));
        assertThat(LISTED.delayAfter(2)).contains(Duration.ofMinutes(1));
        assertThat(LISTED.delayAfter(3)).contains(Duration.ofMinutes(10));
        assertThat(LISTED.delayAfter(4)).isEmpty();
        assertThat(LISTED.delayAfter(Integer.MAX_VALUE)).isEmpty();
    }

    @Test
    void schedule_emptyMeansNoRetries() {
        assertThat(new RetryPolicy.Schedule(List.of()).delayAfter(1)).isEmpty();
    }

    /** Whole batches failed together. */
    @Test
    void jittered_addsUpToItsShareAndNeverTakesAway() {
        var exact = new RetryPolicy.Schedule(List.of(Duration.ofSeconds(10), Duration.ofMinutes(10)));
        var jittered = new RetryPolicy.Jittered(exact, 20, new Random(1));

        List<Duration> delays = IntStream.range(0, 1_000)
                .mapToObj(i -> jittered.delayAfter(1).orElseThrow())
                .toList();

        assertThat(delays)
                .allSatisfy(delay -> assertThat(delay).isBetween(Duration.ofSeconds(10), Duration.ofSeconds(12)));
        assertThat(delays.stream().distinct().count()).isGreaterThan(100);
        assertThat(jittered.delayAfter(3)).isEmpty();
        assertThat(jittered.limit()).isEqualTo(2);
        assertThat(jittered.longestDelay()).isEqualTo(Duration.ofMinutes(12));
        assertThat(new RetryPolicy.Jittered(exact, 0, new Random(1)).delayAfter(2))
                .contains(Duration.ofMinutes(10));
    }

    @Test
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> new RetryPolicy.Exponential(Duration.ofSeconds(-1), 1))
                .hasMessageContaining("interval: PT-1S (expected: >= 0)");
        assertThatThrownBy(() -> new RetryPolicy.Exponential(Duration.ZERO, -1))
                .hasMessageContaining("limit: -1 (expected: >= 0)");
        assertThatThrownBy(() -> new RetryPolicy.Schedule(List.of(Duration.ofSeconds(-1))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RetrySettings(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
    }
}
