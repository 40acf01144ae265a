package dev.postern.queue.memory;

import java.time.Instant;

/** A message and what befell it; the identity tells equal bodies apart. */
record Entry<T>(Object identity, Instant firstSeen, T body, int receives, int failures) {

    static <T> Entry<T> of(T body, Instant now) {
        return new Entry<>(new Object(), now, body, 0, 0);
    }

    Entry<T> receivedAgain() {
        return new Entry<>(identity, firstSeen, body, receives + 1, failures);
    }

    /** As before it was handed out; whoever knows the one that was handed out no longer means this. */
    Entry<T> unseen() {
        return new Entry<>(new Object(), firstSeen, body, receives - 1, failures);
    }

    Entry<T> failedAgain() {
        return new Entry<>(identity, firstSeen, body, receives, failures + 1);
    }
}
