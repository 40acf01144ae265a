package dev.postern.provider.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.provider.RateLimit;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateLimitsTest {

    @ParameterizedTest
    @CsvSource({"10, 10, PT1S", "10/s, 10, PT1S", "100/m, 100, PT1M", "99999/h, 99999, PT1H", "' 5/s ', 5, PT1S"})
    void of_readsARate(String text, int events, Duration per) {
        assertThat(RateLimits.of(text)).contains(new RateLimit(events, per));
        assertThat(RateLimits.faultIn(text)).isEmpty();
    }

    /** What another system stored, or a person typed. */
    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1.5", "10/d", "10 / s", "100000", "many", "10/"})
    void faultIn_saysWhatIsExpected(String text) {
        assertThat(RateLimits.of(text)).isEmpty();
        assertThat(RateLimits.faultIn(text))
                .hasValueSatisfying(fault -> assertThat(fault).contains("expected: 1 to 99999"));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " "})
    void of_nothingIsNoLimit(@Nullable String text) {
        assertThat(RateLimits.of(text)).isEmpty();
        assertThat(RateLimits.faultIn(text)).isEmpty();
    }

    /** The form's pattern and ours are one. */
    @Test
    void pattern_isThatOfTheForm() {
        assertThat("100/m").matches(RateLimits.PATTERN);
        assertThat("0/m").doesNotMatch(RateLimits.PATTERN);
        assertThat("99999/h").hasSizeLessThanOrEqualTo(RateLimits.MAX_LENGTH);
    }
}
