package dev.postern.api.event;

import dev.postern.api.live.LogWatch;
import dev.postern.api.live.Subscriptions;
import dev.postern.api.query.Filters;
import dev.postern.api.query.Lists;
import dev.postern.api.query.Selected;
import dev.postern.api.viewer.ViewerScope;
import dev.postern.logstore.EventFilter;
import dev.postern.model.Event;
import graphql.schema.DataFetchingEnvironment;
import org.springframework.graphql.data.method.annotation.ContextValue;
import org.springframework.graphql.data.method.annotation.SubscriptionMapping;
import org.springframework.stereotype.Controller;
import reactor.core.publisher.Flux;

/** Events as they reach the log. */
@Controller
final class EventWatchController {

    private final LogWatch watch;
    private final Subscriptions subscriptions;

    EventWatchController(LogWatch watch, Subscriptions subscriptions) {
        this.watch = watch;
        this.subscriptions = subscriptions;
    }

    @SubscriptionMapping
    Flux<Event> eventLogged(DataFetchingEnvironment environment, @ContextValue ViewerScope scope) {
        Filters filter = Filters.of(environment);
        EventFilter wanted = Lists.eventFilter(
                environment, scope.tenants(filter.strings("tenantIds")), filter.strings("destinationIds"));
        return subscriptions.placed(
                scope, watch.events(wanted, Selected.data(environment), environment.getGraphQlContext()));
    }
}
