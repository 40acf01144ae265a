package dev.postern.api.delivery;

import dev.postern.api.node.NodeIds;
import dev.postern.api.page.PageConnection;
import dev.postern.api.query.AnswerBudget;
import dev.postern.api.query.Attempts;
import dev.postern.api.query.Filters;
import dev.postern.api.query.Lists;
import dev.postern.api.query.Loaders;
import dev.postern.api.query.Selected;
import dev.postern.api.scalar.StoredJson;
import dev.postern.api.viewer.ViewerScope;
import dev.postern.logstore.DeliveryReader;
import dev.postern.model.Delivery;
import dev.postern.model.Destination;
import dev.postern.model.Event;
import dev.postern.model.Page;
import dev.postern.model.PageRequest;
import dev.postern.model.PageRequest.Direction;
import dev.postern.model.RetryTask;
import dev.postern.model.Tenant;
import graphql.GraphQLContext;
import graphql.schema.DataFetchingEnvironment;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.graphql.data.method.annotation.Argument;
import org.springframework.graphql.data.method.annotation.ContextValue;
import org.springframework.graphql.data.method.annotation.QueryMapping;
import org.springframework.graphql.data.method.annotation.SchemaMapping;
import org.springframework.stereotype.Controller;
import reactor.core.publisher.Mono;

/** Deliveries, and what is asked of one. */
@Controller
final class DeliveryController {

    private final DeliveryReader deliveries;

    DeliveryController(DeliveryReader deliveries) {
        this.deliveries = deliveries;
    }

    @QueryMapping
    Mono<Delivery> delivery(
            @Argument String id,
            @Argument @Nullable String tenantId,
            @ContextValue ViewerScope scope,
            DataFetchingEnvironment environment) {
        Filters.checked("id", id);
        if (tenantId != null) {
            Filters.checked("tenantId", tenantId);
        }
        return scope.hides(tenantId)
                ? Mono.empty()
                : deliveries
                        .retrieveDelivery(scope.tenantOrAny(tenantId), id)
                        .map(delivery -> Selected.of(delivery, environment));
    }

    @QueryMapping
    Mono<PageConnection<Delivery>> deliveries(DataFetchingEnvironment environment, @ContextValue ViewerScope scope) {
        Filters filter = Filters.of(environment);
        return deliveries
                .listDeliveries(
                        Lists.deliveries(
                                environment,
                                scope.tenants(filter.strings("tenantIds")),
                                filter.strings("eventIds"),
                                filter.strings("destinationIds")),
                        AnswerBudget.of(environment.getGraphQlContext()).reading())
                .map(Lists::deliveryPage);
    }

    @SchemaMapping
    String nodeId(Delivery delivery) {
        return NodeIds.delivery(delivery);
    }

    @SchemaMapping
    CompletableFuture<@Nullable Tenant> tenant(Delivery delivery, DataFetchingEnvironment environment) {
        return Loaders.tenant(environment, delivery.tenantId());
    }

    /** The row has the event, but for the destinations it matched. */
    @SchemaMapping
    CompletableFuture<Event> event(Delivery delivery, DataFetchingEnvironment environment) {
        Event event = delivery.event();
        boolean matched = environment
                .getSelectionSet()
                .containsAnyOf("matchedDestinationIds", "matchedDestinations", "destinationStates");
        if (!matched || !event.matchedDestinationIds().isEmpty()) {
            return CompletableFuture.completedFuture(event);
        }
        return Loaders.sparseEvent(environment, event.key())
                .thenApply(found ->
                        found == null ? event : event.withMatchedDestinationIds(found.matchedDestinationIds()));
    }

    @SchemaMapping
    CompletableFuture<@Nullable Destination> destination(Delivery delivery, DataFetchingEnvironment environment) {
        return Loaders.destination(environment, delivery.destinationKey());
    }

    @SchemaMapping
    String topic(Delivery delivery) {
        return delivery.event().topic();
    }

    @SchemaMapping
    @Nullable
    Object response(Delivery delivery, GraphQLContext context) {
        return AnswerBudget.of(context).take(delivery.response()) ? StoredJson.value(delivery.response()) : null;
    }

    @SchemaMapping
    CompletableFuture<List<Delivery>> attempts(Delivery delivery, DataFetchingEnvironment environment) {
        var all = new PageRequest(PageRequest.MAX_LIMIT, Direction.ASC, null, false);
        return Loaders.deliveries(
                        environment,
                        Attempts.of(
                                delivery.event().key(),
                                delivery.destinationId(),
                                all,
                                Selected.eventData(environment),
                                Selected.response(environment)))
                .thenApply(Page::items);
    }

    @SchemaMapping
    CompletableFuture<@Nullable Instant> nextRetryAt(Delivery delivery, DataFetchingEnvironment environment) {
        return Loaders.retryDue(
                environment, new RetryTask(delivery.eventId(), delivery.tenantId(), delivery.destinationId()));
    }
}
