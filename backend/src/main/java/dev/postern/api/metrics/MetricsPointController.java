package dev.postern.api.metrics;

import dev.postern.api.error.ApiException;
import dev.postern.logstore.MetricsReader.DeliveryPoint;
import dev.postern.logstore.MetricsReader.EventPoint;
import org.springframework.graphql.data.method.annotation.SchemaMapping;
import org.springframework.stereotype.Controller;

/** The counts of a point, which the schema says are Ints: a larger one is told as such. */
@Controller
final class MetricsPointController {

    @SchemaMapping(typeName = "EventMetricsPoint")
    int count(EventPoint point) {
        return checked("count", point.count());
    }

    @SchemaMapping(typeName = "DeliveryMetricsPoint", field = "count")
    int deliveryCount(DeliveryPoint point) {
        return checked("count", point.count());
    }

    @SchemaMapping(typeName = "DeliveryMetricsPoint")
    int successCount(DeliveryPoint point) {
        return checked("successCount", point.successCount());
    }

    @SchemaMapping(typeName = "DeliveryMetricsPoint")
    int failedCount(DeliveryPoint point) {
        return checked("failedCount", point.failedCount());
    }

    @SchemaMapping(typeName = "DeliveryMetricsPoint")
    int firstAttemptCount(DeliveryPoint point) {
        return checked("firstAttemptCount", point.firstAttemptCount());
    }

    @SchemaMapping(typeName = "DeliveryMetricsPoint")
    int retryCount(DeliveryPoint point) {
        return checked("retryCount", point.retryCount());
    }

    @SchemaMapping(typeName = "DeliveryMetricsPoint")
    int manualRetryCount(DeliveryPoint point) {
        return checked("manualRetryCount", point.manualRetryCount());
    }

    private static int checked(String field, long count) {
        if (count > Integer.MAX_VALUE) {
            throw ApiException.tooLarge(
                    "%s: %d (expected: at most %d, the largest Int; ask for less time, or a finer granularity)"
                            .formatted(field, count, Integer.MAX_VALUE));
        }
        return (int) count;
    }
}
