package dev.postern.api.error;

import java.util.Optional;

/** Tells which errors mean that a store or queue has trouble, rather than that we are wrong. */
@FunctionalInterface
public interface Outages {

    /** What kind of trouble the error stands for; empty for an error of another kind. */
    Optional<Kind> of(Throwable error);

    /** The trouble of a store or queue. */
    enum Kind {
        /** It is out of reach, or full: trying again later is right. */
        UNAVAILABLE,
        /** It gave up after the time that a statement may take. */
        TOO_SLOW
    }
}
