package dev.postern.logstore;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What counting came to.
 *
 * @param points in order of time, then of the dimensions in the order asked for: null first, text by its
 *     UTF-8 bytes, false before true, SUCCESS before FAILED
 * @param truncated whether there would have been more points, which are those that come last
 */
public record Metrics<P>(List<P> points, boolean truncated) {

    public Metrics {
        points = List.copyOf(points);
    }

    /**
     * The answer where something is grouped.
     *
     * @param rows in order, one more than the limit where there are so many
     */
    static <P> Metrics<P> grouped(List<P> rows, int limit) {
        boolean more = rows.size() > limit;
        return new Metrics<>(more ? rows.subList(0, limit) : rows, more);
    }

    /**
     * The answer where nothing is: a point for every bucket, counted in or not.
     *
     * @param rows at most one for each of the first buckets, or one for all of the window
     * @param zero the point of a bucket with nothing in it
     */
    static <P> Metrics<P> filled(
            MetricsWindow window,
            int limit,
            List<P> rows,
            Function<P, @Nullable Instant> time,
            Function<@Nullable Instant, P> zero) {
        if (window.granularity() == null) {
            return new Metrics<>(rows.isEmpty() ? List.of(zero.apply(null)) : rows, false);
        }
        Map<@Nullable Instant, P> counted = new HashMap<>();
        rows.forEach(row -> counted.put(time.apply(row), row));
        List<P> points = new ArrayList<>();
        for (Instant bucket : window.buckets(limit)) {
            P row = counted.get(bucket);
            points.add(row == null ? zero.apply(bucket) : row);
        }
        return new Metrics<>(points, !window.first(limit).equals(window));
    }
}
