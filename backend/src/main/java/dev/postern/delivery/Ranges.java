package dev.postern.delivery;

import java.time.Duration;

/** Refuses settings outside their range, with value and expectation. */
final class Ranges {

    static void require(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException("%s: %d (expected: %d..%d)".formatted(name, value, least, most));
        }
    }

    static void requirePositive(String name, Duration value) {
        if (!value.isPositive()) {
            throw new IllegalArgumentException("%s: %s (expected: > 0)".formatted(name, value));
        }
    }

    static void requireNotNegative(String name, Duration value) {
        requireAtLeast(name, value, Duration.ZERO);
    }

    static void requireAtLeast(String name, Duration value, Duration least) {
        if (value.compareTo(least) < 0) {
            throw new IllegalArgumentException("%s: %s (expected: >= %s)".formatted(name, value, least));
        }
    }

    private Ranges() {}
}
