package dev.postern.logstore.memory;

import dev.postern.logstore.EventMetricsQuery;
import dev.postern.logstore.EventMetricsQuery.Dimension;
import dev.postern.logstore.Metrics;
import dev.postern.logstore.MetricsReader.EventPoint;
import dev.postern.logstore.MetricsWindow;
import dev.postern.model.Event;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Counts events by walking them. */
final class EventCounts {

    static Metrics<EventPoint> of(Collection<Event> events, EventMetricsQuery query) {
        Predicate<Event> selection = Selection.of(query.filter());
        MetricsWindow window = query.counted();
        List<EventPoint> points = new ArrayList<>();
        Groups.of(
                        events,
                        event -> window.contains(event.time()) && selection.test(event)
                                ? keys(event, query)
                                : List.<GroupKey>of(),
                        query.limits())
                .forEach((key, group) -> points.add(point(query, key, group.size())));
        return query.answer(points);
    }

    private static List<GroupKey> keys(Event event, EventMetricsQuery query) {
        Instant bucket = query.window().bucketOf(event.time());
        List<@Nullable String> destinations = new ArrayList<>();
        if (query.groupBy().contains(Dimension.DESTINATION)) {
            event.matchedDestinationIds().stream()
                    .filter(id -> Selection.any(query.filter().destinationIds(), id))
                    .forEach(destinations::add);
        } else {
            destinations.add(null);
        }
        List<GroupKey> keys = new ArrayList<>();
        for (String destination : destinations) {
            List<@Nullable Object> values = new ArrayList<>();
            for (Dimension dimension : query.groupBy()) {
                values.add(
                        switch (dimension) {
                            case TENANT -> event.tenantId();
                            case TOPIC -> event.topic();
                            case DESTINATION -> destination;
                        });
            }
            keys.add(new GroupKey(bucket, values));
        }
        return keys;
    }

    private static EventPoint point(EventMetricsQuery query, GroupKey key, long count) {
        return new EventPoint(
                key.bucket(),
                (String) key.at(query.groupBy().indexOf(Dimension.TENANT)),
                (String) key.at(query.groupBy().indexOf(Dimension.TOPIC)),
                (String) key.at(query.groupBy().indexOf(Dimension.DESTINATION)),
                count,
                query.window().perSecond(count, key.bucket()));
    }

    private EventCounts() {}
}
