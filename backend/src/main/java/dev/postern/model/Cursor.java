package dev.postern.model;

import java.time.Instant;

/**
 * A place in a list that is ordered by time and then by id: the place of the row that has both.
 * Between the rows of one list the pair is unique, so pages neither skip nor repeat rows whose times
 * are equal.
 *
 * @param time to the row's own precision, which may be finer than a millisecond
 */
public record Cursor(Instant time, String id) {

    public Cursor {
        Checks.notEmpty("id", id);
    }
}
