package dev.postern.provider.webhook;

import dev.postern.provider.RateLimit;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The config field that says how often a webhook may be called: {@code 10}, {@code 10/s}, {@code 100/m}, {@code 1000/h}. */
final class RateLimits {

    static final String KEY = "rate_limit";
    static final String PATTERN = "^[1-9][0-9]{0,4}(/[smh])?$";
    static final int MAX_LENGTH = 7;

    private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,4})(?:/([smh]))?");

    /** The limit; empty where there is none, and where another system stored what we can't read. */
    static Optional<RateLimit> of(@Nullable String text) {
        Matcher form = FORM.matcher(text == null ? "" : text.strip());
        return form.matches()
                ? Optional.of(new RateLimit(Integer.parseInt(form.group(1)), period(form.group(2))))
                : Optional.empty();
    }

    /** What is wrong with it, where something is. */
    static Optional<String> faultIn(@Nullable String text) {
        return text == null || text.isBlank() || of(text).isPresent()
                ? Optional.empty()
                : Optional.of("is no rate (expected: 1 to 99999, and /s, /m or /h, such as 10/s)");
    }

    private static Duration period(@Nullable String unit) {
        return switch (unit) {
            case "m" -> Duration.ofMinutes(1);
            case "h" -> Duration.ofHours(1);
            case null, default -> Duration.ofSeconds(1);
        };
    }

    private RateLimits() {}
}
