package dev.postern.logstore;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The time that metrics are about. The first and the last bucket may lie in it in part.
 *
 * @param start inclusive
 * @param end exclusive, after the start
 * @param granularity how it is cut into buckets; null where all of it is one
 */
public record MetricsWindow(
        Instant start, Instant end, @Nullable Granularity granularity) {

    private static final double NANOS_PER_SECOND = 1e9;

    public MetricsWindow {
        if (!start.isBefore(end)) {
            throw new IllegalArgumentException("end: %s (expected: after the start, %s)".formatted(end, start));
        }
    }

    /** Whether the time is in it. */
    public boolean contains(Instant time) {
        return !time.isBefore(start) && time.isBefore(end);
    }

    /** When the bucket begins that the time lies in, perhaps before the window does; null where there are none. */
    public @Nullable Instant bucketOf(Instant time) {
        return granularity == null ? null : granularity.startOf(time);
    }

    /** When the buckets begin, but for those after so many. */
    public List<Instant> buckets(int max) {
        List<Instant> buckets = new ArrayList<>();
        if (granularity != null) {
            for (Instant bucket = granularity.startOf(start);
                    bucket.isBefore(end) && buckets.size() < max;
                    bucket = granularity.endOf(bucket)) {
                buckets.add(bucket);
            }
        }
        return buckets;
    }

    /** How many a second a count is: over the part of the bucket that lies in the window, or over all of it. */
    public double perSecond(long count, @Nullable Instant bucket) {
        Instant from = start;
        Instant to = end;
        if (bucket != null && granularity != null) {
            Instant last = granularity.endOf(bucket);
            from = bucket.isBefore(start) ? start : bucket;
            to = last.isAfter(end) ? end : last;
        }
        Duration covered = Duration.between(from, to);
        return count / (covered.getSeconds() + covered.getNano() / NANOS_PER_SECOND);
    }

    /** The window up to the end of its first buckets. */
    public MetricsWindow first(int max) {
        List<Instant> buckets = buckets(max);
        if (granularity == null || buckets.isEmpty()) {
            return this;
        }
        Instant last = granularity.endOf(buckets.getLast());
        return last.isBefore(end) ? new MetricsWindow(start, last, granularity) : this;
    }
}
