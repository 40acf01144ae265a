package dev.postern.model;

import org.jspecify.annotations.Nullable;

/**
 * Which page of a list: {@code limit} rows right after a place, or right before one.
 *
 * @param limit 1 to 1,000
 * @param direction the list's order by time and then id
 * @param from the place; null for the list's start, or with {@code backward} its end
 * @param backward whether the rows right before {@code from} are wanted
 */
public record PageRequest(
        int limit, Direction direction, @Nullable Cursor from, boolean backward) {

    public static final int MAX_LIMIT = 1_000;

    public PageRequest {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("limit: %d (expected: 1..%d)".formatted(limit, MAX_LIMIT));
        }
    }

    public static PageRequest first(int limit) {
        return new PageRequest(limit, Direction.DESC, null, false);
    }

    public PageRequest after(Cursor cursor) {
        return new PageRequest(limit, direction, cursor, false);
    }

    public PageRequest before(Cursor cursor) {
        return new PageRequest(limit, direction, cursor, true);
    }

    /** By time and then id: oldest first, or newest first. */
    public enum Direction {
        ASC,
        DESC
    }
}
