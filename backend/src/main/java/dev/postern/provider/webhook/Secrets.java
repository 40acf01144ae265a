package dev.postern.provider.webhook;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A destination's signing secrets, as its credentials keep them. */
final class Secrets {

    static final String CURRENT = "secret";
    static final String PREVIOUS = "previous_secret";
    static final String PREVIOUS_INVALID_AT = "previous_secret_invalid_at";

    static final Duration DEFAULT_OVERLAP = Duration.ofHours(24);

    private static final List<String> KEYS = List.of(CURRENT, PREVIOUS, PREVIOUS_INVALID_AT);

    /** Those to sign with now: the current one, then the previous one while it is valid. */
    static List<String> valid(Map<String, String> credentials, Instant now) {
        String current = value(credentials, CURRENT)
                .orElseThrow(() -> new MalformedRequestException("the destination has no signing secret"));
        Optional<String> previous = value(credentials, PREVIOUS)
                .filter(secret -> invalidAt(credentials).filter(now::isBefore).isPresent());
        return previous.map(secret -> List.of(current, secret)).orElseGet(() -> List.of(current));
    }

    /** The credentials with a secret where they have none, an end of the previous one, and nothing else. */
    static Map<String, String> complete(Map<String, String> credentials, Signing signing, Instant now) {
        Map<String, String> complete = new LinkedHashMap<>();
        KEYS.forEach(key -> value(credentials, key).ifPresent(value -> complete.put(key, value)));
        complete.computeIfAbsent(CURRENT, key -> signing.newSecret());
        if (complete.containsKey(PREVIOUS)) {
            complete.putIfAbsent(PREVIOUS_INVALID_AT, format(now.plus(DEFAULT_OVERLAP)));
        }
        return complete;
    }

    /** The credentials with a new secret, the old one staying valid until then. */
    static Map<String, String> rotated(Map<String, String> credentials, Signing signing, Instant now, Instant until) {
        Map<String, String> rotated = new LinkedHashMap<>();
        rotated.put(CURRENT, signing.newSecret());
        value(credentials, CURRENT).filter(old -> until.isAfter(now)).ifPresent(old -> {
            rotated.put(PREVIOUS, old);
            rotated.put(PREVIOUS_INVALID_AT, format(until));
        });
        return rotated;
    }

    static Optional<String> value(Map<String, String> credentials, String key) {
        return Optional.ofNullable(credentials.get(key)).filter(value -> !value.isBlank());
    }

    /** When the previous secret ends; empty where that is not said, or not as RFC 3339 says it. */
    static Optional<Instant> invalidAt(Map<String, String> credentials) {
        try {
            return value(credentials, PREVIOUS_INVALID_AT)
                    .map(text -> OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** Rounded up, so that a secret is never taken back early. */
    private static String format(Instant instant) {
        Instant seconds = instant.truncatedTo(ChronoUnit.SECONDS);
        return (seconds.equals(instant) ? seconds : seconds.plusSeconds(1)).toString();
    }

    private Secrets() {}
}
