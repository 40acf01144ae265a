package dev.postern.model;

import java.time.Instant;

/**
 * Something that is out of reach for now, and is tried again.
 *
 * @param since when the first of the tries failed that have all failed since
 * @param kind what kind of error the last one met, as {@code ConnectException}: no text of a server's, which may
 *     have secrets in it
 */
public record Outage(Instant since, String kind) {

    public Outage {
        Checks.notEmpty("kind", kind);
    }

    /** What begins with this error, or goes on with it. */
    public static Outage of(Instant since, Throwable error) {
        Class<?> type = Causes.of(error).getLast().getClass();
        // An anonymous one has no simple name.
        return new Outage(since, type.getSimpleName().isEmpty() ? type.getName() : type.getSimpleName());
    }

    /** The same, met once more. */
    public Outage metAgain(Throwable error) {
        return of(since, error);
    }
}
