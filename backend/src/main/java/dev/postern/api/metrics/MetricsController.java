package dev.postern.api.metrics;

import dev.postern.api.query.Filters;
import dev.postern.api.query.Lists;
import dev.postern.api.settings.ApiSettings;
import dev.postern.api.viewer.ViewerScope;
import dev.postern.logstore.DeliveryMetricsQuery;
import dev.postern.logstore.EventMetricsQuery;
import dev.postern.logstore.Metrics;
import dev.postern.logstore.MetricsLimits;
import dev.postern.logstore.MetricsReader;
import dev.postern.logstore.MetricsReader.DeliveryPoint;
import dev.postern.logstore.MetricsReader.EventPoint;
import graphql.schema.DataFetchingEnvironment;
import org.springframework.graphql.data.method.annotation.ContextValue;
import org.springframework.graphql.data.method.annotation.QueryMapping;
import org.springframework.stereotype.Controller;
import reactor.core.publisher.Mono;

/** What is counted. */
@Controller
final class MetricsController {

    private final MetricsReader metrics;
    private final MetricsLimits limits;

    MetricsController(MetricsReader metrics, ApiSettings settings) {
        this.metrics = metrics;
        this.limits = new MetricsLimits(settings.maxMetricsPoints(), settings.metricsDeadline());
    }

    @QueryMapping
    Mono<Metrics<EventPoint>> eventMetrics(DataFetchingEnvironment environment, @ContextValue ViewerScope scope) {
        Filters filter = Filters.of(environment);
        return metrics.countEvents(new EventMetricsQuery(
                MetricsArguments.window(environment),
                MetricsArguments.groupBy(environment, EventMetricsQuery.Dimension.class),
                Lists.eventFilter(
                        environment, scope.tenants(filter.strings("tenantIds")), filter.strings("destinationIds")),
                limits));
    }

    @QueryMapping
    Mono<Metrics<DeliveryPoint>> deliveryMetrics(DataFetchingEnvironment environment, @ContextValue ViewerScope scope) {
        Filters filter = Filters.of(environment);
        return metrics.countDeliveries(new DeliveryMetricsQuery(
                MetricsArguments.window(environment),
                MetricsArguments.groupBy(environment, DeliveryMetricsQuery.Dimension.class),
                MetricsArguments.measures(environment),
                Lists.deliveryFilter(
                        environment,
                        scope.tenants(filter.strings("tenantIds")),
                        filter.strings("eventIds"),
                        filter.strings("destinationIds")),
                limits));
    }
}
