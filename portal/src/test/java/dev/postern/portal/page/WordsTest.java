package dev.postern.portal.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Times and ids as people read them. */
class WordsTest {

    private static final Instant NOW = Instant.parse("2026-03-14T09:26:53.589Z");

    @ParameterizedTest
    @CsvSource({
        "PT0S, just now",
        "PT4S, just now",
        "PT59S, 59 s ago",
        "PT1M, 1 min ago",
        "PT23H59M, 23 h ago",
        "P1D, 1 day ago",
        "P30D, 30 days ago",
        "P31D, 11 Feb 2026",
        "PT-2S, in a moment",
        "PT-3M, in 3 min",
        "PT-2M-59.8S, in 3 min",
        "PT-23H-59M-59.9S, in 1 day"
    })
    void moment_isRelativeToNow(Duration age, String expected) {
        assertThat(Moment.of(NOW.minus(age), NOW).relative()).isEqualTo(expected);
    }

    @Test
    void moment_isExactInUtc() {
        assertThat(Moment.of(NOW, NOW).exact()).isEqualTo("14 Mar 2026, 09:26:53.589 UTC");
    }

    @Test
    void shortId_keepsBothEnds() {
        assertThat(ShortId.of("evt_01jq2m7v9x4c8r6t0n5k3w1hzb").text()).isEqualTo("evt_01jq2m…k3w1hzb");
        assertThat(ShortId.of("short").text()).isEqualTo("short");
    }

    /** Ids that paths would mangle. */
    @ParameterizedTest
    @ValueSource(strings = {"plain-1", "..", ".", "a/b", "100%", "a;b", "~x", "ä", "a?b#c", "😀"})
    void pathId_comesBackAsItWas(String id) {
        String segment = PathId.segment(id);

        assertThat(segment).matches("[A-Za-z0-9_.@+~-]+").isNotIn(".", "..");
        assertThat(PathId.valueOf(segment).id()).isEqualTo(id);
    }
}
