package dev.postern.logstore;

import dev.postern.logstore.MetricsReader.DeliveryPoint;
import java.util.List;
import java.util.Set;

/**
 * A count of deliveries.
 *
 * @param groupBy what there is a point for each value of; those that are repeated count once
 * @param measures what is worked out; everything else is left at zero or null
 * @param filter its bounds on the time go beside the window's
 */
public record DeliveryMetricsQuery(
        MetricsWindow window,
        List<Dimension> groupBy,
        Set<Measure> measures,
        DeliveryFilter filter,
        MetricsLimits limits) {

    public DeliveryMetricsQuery {
        groupBy = groupBy.stream().distinct().toList();
        measures = Set.copyOf(measures);
    }

    /** The window that has to be read: where nothing is grouped, buckets beyond the limit don't have to be. */
    public MetricsWindow counted() {
        return groupBy.isEmpty() ? window.first(limits.points()) : window;
    }

    /** What counting came to, from the points that were counted, in order and one more than may be given. */
    public Metrics<DeliveryPoint> answer(List<DeliveryPoint> points) {
        return groupBy.isEmpty()
                ? Metrics.filled(window, limits.points(), points, DeliveryPoint::time, DeliveryPoint::none)
                : Metrics.grouped(points, limits.points());
    }

    /** What deliveries are told apart by. */
    public enum Dimension {
        TENANT,
        DESTINATION,
        DESTINATION_TYPE,
        TOPIC,
        STATUS,
        /** Null where there was none, which some stores can't tell from an empty one. */
        CODE,
        MANUAL,
        ATTEMPT_NUMBER
    }

    /** What is worked out of the deliveries. */
    public enum Measure {
        /** All of them; also what the rate comes of. */
        COUNT,
        SUCCESSES,
        /** Whatever was no success. */
        FAILURES,
        /** Those with the number 1, or 0 as old Outposts counted. */
        FIRST_ATTEMPTS,
        /** Those with a greater number, whoever asked for them. */
        RETRIES,
        /** Those that a person asked for. */
        MANUAL_RETRIES,
        AVERAGE_ATTEMPT_NUMBER,
        /** Quantiles of the latencies that were measured, interpolated between the two nearest. */
        LATENCY_P50,
        LATENCY_P95,
        LATENCY_P99
    }
}
