package dev.postern.logstore;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many characters all budgets of a process may hold at once, so that there is memory for the answers under way,
 * however many they are.
 */
public final class PayloadRoom {

    private final AtomicLong left;

    /**
     * @param characters how many there are, from 0
     */
    public PayloadRoom(long characters) {
        if (characters < 0) {
            throw new IllegalArgumentException("characters: %d (expected: >= 0)".formatted(characters));
        }
        left = new AtomicLong(characters);
    }

    /** Takes so many, or none and false. */
    boolean take(long wanted) {
        if (left.addAndGet(-wanted) >= 0) {
            return true;
        }
        left.addAndGet(wanted);
        return false;
    }

    void putBack(long held) {
        left.addAndGet(held);
    }
}
