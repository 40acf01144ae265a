package dev.postern.api.delivery;

import dev.postern.api.live.LogWatch;
import dev.postern.api.live.Subscriptions;
import dev.postern.api.query.Filters;
import dev.postern.api.query.Lists;
import dev.postern.api.query.Selected;
import dev.postern.api.viewer.ViewerScope;
import dev.postern.logstore.DeliveryFilter;
import dev.postern.model.Delivery;
import graphql.schema.DataFetchingEnvironment;
import org.springframework.graphql.data.method.annotation.ContextValue;
import org.springframework.graphql.data.method.annotation.SubscriptionMapping;
import org.springframework.stereotype.Controller;
import reactor.core.publisher.Flux;

/** Deliveries as they reach the log. */
@Controller
final class DeliveryWatchController {

    private final LogWatch watch;
    private final Subscriptions subscriptions;

    DeliveryWatchController(LogWatch watch, Subscriptions subscriptions) {
        this.watch = watch;
        this.subscriptions = subscriptions;
    }

    @SubscriptionMapping
    Flux<Delivery> deliveryLogged(DataFetchingEnvironment environment, @ContextValue ViewerScope scope) {
        Filters filter = Filters.of(environment);
        DeliveryFilter wanted = Lists.deliveryFilter(
                environment,
                scope.tenants(filter.strings("tenantIds")),
                filter.strings("eventIds"),
                filter.strings("destinationIds"));
        return subscriptions.placed(
                scope,
                watch.deliveries(
                        wanted,
                        Selected.eventData(environment),
                        Selected.response(environment),
                        environment.getGraphQlContext()));
    }
}
