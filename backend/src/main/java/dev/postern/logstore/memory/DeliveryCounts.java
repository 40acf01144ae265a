package dev.postern.logstore.memory;

import dev.postern.logstore.DeliveryMetricsQuery;
import dev.postern.logstore.DeliveryMetricsQuery.Dimension;
import dev.postern.logstore.DeliveryMetricsQuery.Measure;
import dev.postern.logstore.Metrics;
import dev.postern.logstore.MetricsReader.DeliveryPoint;
import dev.postern.logstore.MetricsWindow;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Counts deliveries by walking them. */
final class DeliveryCounts {

    static Metrics<DeliveryPoint> of(Collection<Delivery> deliveries, DeliveryMetricsQuery query) {
        Predicate<Delivery> selection = Selection.of(query.filter());
        MetricsWindow window = query.counted();
        List<DeliveryPoint> points = new ArrayList<>();
        Groups.of(
                        deliveries,
                        delivery -> window.contains(delivery.time()) && selection.test(delivery)
                                ? List.of(key(delivery, query))
                                : List.<GroupKey>of(),
                        query.limits())
                .forEach((key, group) -> points.add(point(query, key, group)));
        return query.answer(points);
    }

    private static GroupKey key(Delivery delivery, DeliveryMetricsQuery query) {
        List<@Nullable Object> values = new ArrayList<>();
        for (Dimension dimension : query.groupBy()) {
            values.add(
                    switch (dimension) {
                        case TENANT -> delivery.tenantId();
                        case DESTINATION -> delivery.destinationId();
                        case DESTINATION_TYPE -> delivery.destinationType();
                        case TOPIC -> delivery.event().topic();
                        case STATUS -> delivery.status();
                        case CODE -> "".equals(delivery.code()) ? null : delivery.code();
                        case MANUAL -> delivery.manual();
                        case ATTEMPT_NUMBER -> delivery.attemptNumber();
                    });
        }
        return new GroupKey(query.window().bucketOf(delivery.time()), values);
    }

    private static DeliveryPoint point(DeliveryMetricsQuery query, GroupKey key, List<Delivery> group) {
        List<Dimension> by = query.groupBy();
        long count = count(query, Measure.COUNT, group, delivery -> true);
        return new DeliveryPoint(
                key.bucket(),
                (String) key.at(by.indexOf(Dimension.TENANT)),
                (String) key.at(by.indexOf(Dimension.DESTINATION)),
                (String) key.at(by.indexOf(Dimension.DESTINATION_TYPE)),
                (String) key.at(by.indexOf(Dimension.TOPIC)),
                (DeliveryStatus) key.at(by.indexOf(Dimension.STATUS)),
                (String) key.at(by.indexOf(Dimension.CODE)),
                (Boolean) key.at(by.indexOf(Dimension.MANUAL)),
                (Integer) key.at(by.indexOf(Dimension.ATTEMPT_NUMBER)),
                count,
                count(query, Measure.SUCCESSES, group, delivery -> delivery.status() == DeliveryStatus.SUCCESS),
                count(query, Measure.FAILURES, group, delivery -> delivery.status() != DeliveryStatus.SUCCESS),
                count(query, Measure.FIRST_ATTEMPTS, group, delivery -> delivery.attemptNumber() <= 1),
                count(query, Measure.RETRIES, group, delivery -> delivery.attemptNumber() > 1),
                count(query, Measure.MANUAL_RETRIES, group, Delivery::manual),
                query.measures().contains(Measure.AVERAGE_ATTEMPT_NUMBER)
                        ? group.stream()
                                .mapToInt(Delivery::attemptNumber)
                                .average()
                                .orElse(0)
                        : 0,
                query.window().perSecond(count, key.bucket()),
                quantile(query, Measure.LATENCY_P50, group, 0.5),
                quantile(query, Measure.LATENCY_P95, group, 0.95),
                quantile(query, Measure.LATENCY_P99, group, 0.99));
    }

    private static long count(
            DeliveryMetricsQuery query, Measure measure, List<Delivery> group, Predicate<Delivery> counted) {
        return query.measures().contains(measure)
                ? group.stream().filter(counted).count()
                : 0;
    }

    private static @Nullable Double quantile(
            DeliveryMetricsQuery query, Measure measure, List<Delivery> group, double level) {
        int[] latencies = group.stream()
                .map(Delivery::latencyMs)
                .filter(Objects::nonNull)
                .mapToInt(Integer::intValue)
                .sorted()
                .toArray();
        if (latencies.length == 0 || !query.measures().contains(measure)) {
            return null;
        }
        double place = level * (latencies.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, latencies.length - 1);
        return latencies[below] + (place - below) * (latencies[above] - latencies[below]);
    }

    private DeliveryCounts() {}
}
