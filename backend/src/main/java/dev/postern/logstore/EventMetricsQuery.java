package dev.postern.logstore;

import dev.postern.logstore.MetricsReader.EventPoint;
import java.util.List;

/**
 * A count of events.
 *
 * @param groupBy what there is a point for each value of; those that are repeated count once
 * @param filter its bounds on the time go beside the window's
 */
public record EventMetricsQuery(
        MetricsWindow window, List<Dimension> groupBy, EventFilter filter, MetricsLimits limits) {

    public EventMetricsQuery {
        groupBy = groupBy.stream().distinct().toList();
    }

    /** The window that has to be read: where nothing is grouped, buckets beyond the limit don't have to be. */
    public MetricsWindow counted() {
        return groupBy.isEmpty() ? window.first(limits.points()) : window;
    }

    /** What counting came to, from the points that were counted, in order and one more than may be given. */
    public Metrics<EventPoint> answer(List<EventPoint> points) {
        return groupBy.isEmpty()
                ? Metrics.filled(window, limits.points(), points, EventPoint::time, EventPoint::none)
                : Metrics.grouped(points, limits.points());
    }

    /** What events are told apart by. */
    public enum Dimension {
        TENANT,
        TOPIC,
        /**
         * Those it matched: an event counts once for each, so that the sum may be more than there are events.
         * Where the filter names destinations, only for those.
         */
        DESTINATION
    }
}
