package dev.postern.api.event;

import dev.postern.api.query.Attempts;
import dev.postern.api.query.Loaders;
import dev.postern.api.query.Selected;
import dev.postern.logstore.DeliveryQuery;
import dev.postern.model.Delivery;
import dev.postern.model.Destination;
import dev.postern.model.PageRequest;
import dev.postern.model.PageRequest.Direction;
import graphql.schema.DataFetchingEnvironment;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.graphql.data.method.annotation.SchemaMapping;
import org.springframework.stereotype.Controller;

/** What is asked of an event's state at a destination. */
@Controller
final class EventDestinationStateController {

    @SchemaMapping
    CompletableFuture<@Nullable Destination> destination(
            EventDestinationState state, DataFetchingEnvironment environment) {
        return Loaders.destination(environment, state.key());
    }

    /** The state's own row has neither payload nor answer: asked for, they are read. */
    @SchemaMapping
    CompletableFuture<@Nullable Delivery> latestDelivery(
            EventDestinationState state, DataFetchingEnvironment environment) {
        boolean withData = Selected.eventData(environment);
        boolean withResponse = Selected.response(environment);
        if (state.latest() == null || !(withData || withResponse)) {
            return CompletableFuture.completedFuture(state.latest());
        }
        DeliveryQuery query = Attempts.of(
                state.event().key(),
                state.destinationId(),
                new PageRequest(1, Direction.DESC, null, false),
                withData,
                withResponse);
        return Loaders.deliveries(environment, query)
                .thenApply(page ->
                        page.items().isEmpty() ? state.latest() : page.items().getFirst());
    }

    @SchemaMapping
    CompletableFuture<@Nullable Instant> nextRetryAt(EventDestinationState state, DataFetchingEnvironment environment) {
        return Loaders.retryDue(environment, state.retry());
    }
}
