package dev.postern.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;

final class TimeRangeTest {

    private static final Instant T = Instant.parse("2026-03-01T10:00:00.123456Z");
    private static final Instant EARLIER = T.minusNanos(1_000);
    private static final Instant LATER = T.plusNanos(1_000);

    @Test
    void contains_withoutBounds_takesAll() {
        assertThat(TimeRange.ANY.contains(Instant.MIN)).isTrue();
        assertThat(TimeRange.ANY.contains(Instant.MAX)).isTrue();
    }

    @Test
    void contains_exclusiveBounds_leaveTheBoundOut() {
        var range = new TimeRange(EARLIER, null, LATER, null);
        assertThat(range.contains(EARLIER)).isFalse();
        assertThat(range.contains(T)).isTrue();
        assertThat(range.contains(LATER)).isFalse();
    }

    @Test
    void contains_inclusiveBounds_takeTheBoundIn() {
        var range = new TimeRange(null, T, null, T);
        assertThat(range.contains(EARLIER)).isFalse();
        assertThat(range.contains(T)).isTrue();
        assertThat(range.contains(LATER)).isFalse();
    }

    @Test
    void contains_mayBeNothing() {
        assertThat(new TimeRange(T, null, T, null).contains(T)).isFalse();
        assertThat(new TimeRange(null, LATER, null, EARLIER).contains(T)).isFalse();
    }

    @Test
    void twoBoundsOnOneSide_areRefused() {
        assertThatThrownBy(() -> new TimeRange(T, T, null, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("gt and gte: both given (expected: at most one)");
        assertThatThrownBy(() -> new TimeRange(null, null, T, T))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("lt and lte: both given (expected: at most one)");
    }
}
