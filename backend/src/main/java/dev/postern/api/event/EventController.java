package dev.postern.api.event;

import dev.postern.api.node.NodeIds;
import dev.postern.api.page.PageConnection;
import dev.postern.api.query.AnswerBudget;
import dev.postern.api.query.Filters;
import dev.postern.api.query.Lists;
import dev.postern.api.query.Loaders;
import dev.postern.api.query.Selected;
import dev.postern.api.scalar.StoredJson;
import dev.postern.api.viewer.ViewerScope;
import dev.postern.json.RawJson;
import dev.postern.logstore.EventReader;
import dev.postern.logstore.EventReader.DestinationState;
import dev.postern.model.Delivery;
import dev.postern.model.Destination;
import dev.postern.model.DestinationKey;
import dev.postern.model.Event;
import dev.postern.model.Page;
import dev.postern.model.Tenant;
import graphql.GraphQLContext;
import graphql.schema.DataFetchingEnvironment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.graphql.data.method.annotation.Argument;
import org.springframework.graphql.data.method.annotation.ContextValue;
import org.springframework.graphql.data.method.annotation.QueryMapping;
import org.springframework.graphql.data.method.annotation.SchemaMapping;
import org.springframework.stereotype.Controller;
import reactor.core.publisher.Mono;

/** Events, and what is asked of one. */
@Controller
final class EventController {

    private final EventReader events;

    EventController(EventReader events) {
        this.events = events;
    }

    @QueryMapping
    Mono<Event> event(
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
                : events.retrieveEvent(scope.tenantOrAny(tenantId), id).map(event -> Selected.of(event, environment));
    }

    @QueryMapping
    Mono<PageConnection<Event>> events(DataFetchingEnvironment environment, @ContextValue ViewerScope scope) {
        Filters filter = Filters.of(environment);
        return events.listEvents(
                        Lists.events(
                                environment,
                                scope.tenants(filter.strings("tenantIds")),
                                filter.strings("destinationIds")),
                        AnswerBudget.of(environment.getGraphQlContext()).reading())
                .map(Lists::eventPage);
    }

    @SchemaMapping
    String nodeId(Event event) {
        return NodeIds.event(event.key());
    }

    @SchemaMapping
    CompletableFuture<@Nullable Tenant> tenant(Event event, DataFetchingEnvironment environment) {
        return Loaders.tenant(environment, event.tenantId());
    }

    /** The field is never null, but a payload may be. */
    @SchemaMapping
    Object data(Event event, GraphQLContext context) {
        if (!AnswerBudget.of(context).take(event.requireData())) {
            return RawJson.NULL;
        }
        Object value = StoredJson.value(event.requireData());
        return value == null ? RawJson.NULL : value;
    }

    @SchemaMapping
    String rawData(Event event, GraphQLContext context) {
        return AnswerBudget.of(context).take(event.requireData()) ? event.requireData() : "";
    }

    @SchemaMapping
    CompletableFuture<List<Destination>> matchedDestinations(Event event, DataFetchingEnvironment environment) {
        return Loaders.destinations(
                environment,
                event.matchedDestinationIds().stream()
                        .map(id -> new DestinationKey(event.tenantId(), id))
                        .toList());
    }

    /** One for each destination matched, and for each that was tried although it no longer stands there. */
    @SchemaMapping
    CompletableFuture<List<EventDestinationState>> destinationStates(Event event, DataFetchingEnvironment environment) {
        return Loaders.states(environment, event.key()).thenApply(states -> {
            Map<String, EventDestinationState> byDestination = new TreeMap<>();
            for (String id : event.matchedDestinationIds()) {
                byDestination.put(id, new EventDestinationState(event, id, null, 0));
            }
            for (DestinationState state : states == null ? List.<DestinationState>of() : states) {
                String id = state.latest().destinationId();
                byDestination.put(id, new EventDestinationState(event, id, state.latest(), state.count()));
            }
            return new ArrayList<>(byDestination.values());
        });
    }

    @SchemaMapping
    CompletableFuture<PageConnection<Delivery>> deliveries(Event event, DataFetchingEnvironment environment) {
        Filters filter = Filters.of(environment);
        Optional<Set<String>> tenants = Lists.within(environment, event.tenantId());
        Optional<Set<String>> eventIds = filter.including("eventIds", event.id());
        CompletableFuture<Page<Delivery>> page = tenants.isPresent() && eventIds.isPresent()
                ? Loaders.deliveries(
                        environment,
                        Lists.deliveries(environment, tenants.get(), eventIds.get(), filter.strings("destinationIds")))
                : CompletableFuture.completedFuture(Page.empty());
        return page.thenApply(Lists::deliveryPage);
    }
}
