package dev.postern.logstore;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many characters all budgets of a process may hold at once, so that there is memory for the answers under way,
 * however many they are. Small answers share what there is. A large one has a place with room for the largest, or
 * none: where each had a part of the room, none of them would come to an end.
 */
public final class PayloadRoom {

    /** The part of a largest answer up to which one is small. */
    public static final int SMALL = 32;

    /** So that who reads one after the other finds a place while the last answer's is being given back. */
    private static final int LEAST_PLACES = 2;

    private final long small;
    private final AtomicLong left;
    private final Semaphore places;

    /**
     * @param characters how many there are for the small, and again for the large, who have two places at least; from 1
     * @param answer the most that one answer may carry, from 1
     */
    public PayloadRoom(long characters, long answer) {
        if (characters < 1 || answer < 1) {
            throw new IllegalArgumentException(
                    "characters, answer: %d, %d (expected: each >= 1)".formatted(characters, answer));
        }
        small = answer / SMALL;
        left = new AtomicLong(characters);
        places = new Semaphore(Math.clamp(characters / answer, LEAST_PLACES, Integer.MAX_VALUE));
    }

    /** Takes so many of what the small ones share, or none and false. */
    boolean take(long held, long wanted) {
        if (held + wanted > small) {
            return false;
        }
        if (left.addAndGet(-wanted) >= 0) {
            return true;
        }
        left.addAndGet(wanted);
        return false;
    }

    void putBack(long held) {
        left.addAndGet(held);
    }

    /** Takes a large one's place, if there is one. */
    boolean enter() {
        return places.tryAcquire();
    }

    void leave() {
        places.release();
    }
}
