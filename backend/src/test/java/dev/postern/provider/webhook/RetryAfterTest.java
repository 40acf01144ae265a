package dev.postern.provider.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryAfterTest {

    private final RetryAfter retryAfter =
            new RetryAfter(Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC));

    /** A receiver is overloaded, or says anything at all. */
    @ParameterizedTest
    @CsvSource({
        "120, PT2M",
        "' 7 ', PT7S",
        "3600, PT1H",
        "3601, PT1H1S",
        "99999999999999999999, PT277777H46M39S",
        "'Thu, 01 Jan 2026 00:00:30 GMT', PT30S",
        "'Fri, 01 Jan 2027 00:00:00 GMT', PT8760H",
        "'Wed, 31 Dec 2025 23:59:59 GMT',",
        "0,",
        "-5,",
        "1.5,",
        "soon,",
        "'',",
        "٣,",
        ","
    })
    void parse_readsSecondsAndDates(@Nullable String header, @Nullable Duration pause) {
        assertThat(retryAfter.parse(header).orElse(null)).isEqualTo(pause);
    }
}
