package dev.postern.model;

import java.time.Duration;

/**
 * Refuses what is out of its range, with name, value and expectation: {@code limit: 0 (expected: >= 1)}. Each fails
 * with an {@link IllegalArgumentException}.
 */
public final class Ranges {

    public static void requireWithin(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException("%s: %d (expected: %d..%d)".formatted(name, value, least, most));
        }
    }

    public static void requireAtLeast(String name, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException("%s: %d (expected: >= %d)".formatted(name, value, least));
        }
    }

    public static void requireAtLeast(String name, Duration value, Duration least) {
        if (value.compareTo(least) < 0) {
            throw new IllegalArgumentException("%s: %s (expected: >= %s)".formatted(name, value, least));
        }
    }

    public static void requirePositive(String name, Duration value) {
        if (!value.isPositive()) {
            throw new IllegalArgumentException("%s: %s (expected: > 0)".formatted(name, value));
        }
    }

    public static void requireNotNegative(String name, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException("%s: %s (expected: >= 0)".formatted(name, value));
        }
    }

    private Ranges() {}
}
