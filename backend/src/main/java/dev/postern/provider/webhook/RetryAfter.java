package dev.postern.provider.webhook;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the header by which a receiver asks to be left alone: seconds or a date. */
final class RetryAfter {

    private static final int MAX_DIGITS = 9;
    private static final Duration LONGEST = Duration.ofSeconds(999_999_999);

    private final Clock clock;

    RetryAfter(Clock clock) {
        this.clock = clock;
    }

    /** The pause; empty where none is asked for or nobody can tell what is. */
    Optional<Duration> parse(@Nullable String header) {
        if (header == null) {
            return Optional.empty();
        }
        String value = header.strip();
        Optional<Duration> asked = value.chars().allMatch(c -> c >= '0' && c <= '9') ? seconds(value) : until(value);
        return asked.filter(Duration::isPositive);
    }

    private Optional<Duration> seconds(String digits) {
        if (digits.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(digits.length() > MAX_DIGITS ? LONGEST : Duration.ofSeconds(Long.parseLong(digits)));
    }

    private Optional<Duration> until(String date) {
        try {
            Instant instant = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date));
            return Optional.of(Duration.between(clock.instant(), instant));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
