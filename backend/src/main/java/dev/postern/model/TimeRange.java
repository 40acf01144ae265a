package dev.postern.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Bounds on a time, each of them optional; at most one on either side.
 *
 * @param gt after
 * @param gte at or after
 * @param lt before
 * @param lte at or before
 */
public record TimeRange(
        @Nullable Instant gt,
        @Nullable Instant gte,
        @Nullable Instant lt,
        @Nullable Instant lte) {

    public static final TimeRange ANY = new TimeRange(null, null, null, null);

    public TimeRange {
        if (gt != null && gte != null) {
            throw new IllegalArgumentException("gt and gte: both given (expected: at most one)");
        }
        if (lt != null && lte != null) {
            throw new IllegalArgumentException("lt and lte: both given (expected: at most one)");
        }
    }

    public boolean contains(Instant time) {
        return (gt == null || time.isAfter(gt))
                && (gte == null || !time.isBefore(gte))
                && (lt == null || time.isBefore(lt))
                && (lte == null || !time.isAfter(lte));
    }
}
