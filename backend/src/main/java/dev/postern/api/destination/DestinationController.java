package dev.postern.api.destination;

import dev.postern.api.node.NodeIds;
import dev.postern.api.page.CountedConnection;
import dev.postern.api.page.PageConnection;
import dev.postern.api.query.Attempts;
import dev.postern.api.query.Filters;
import dev.postern.api.query.Lists;
import dev.postern.api.query.Loaders;
import dev.postern.api.viewer.ViewerScope;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Destination;
import dev.postern.model.DestinationKey;
import dev.postern.model.Event;
import dev.postern.model.Page;
import dev.postern.model.PageRequest;
import dev.postern.model.Tenant;
import dev.postern.provider.DestinationProvider;
import dev.postern.provider.DestinationProvider.Target;
import dev.postern.provider.DestinationType;
import dev.postern.provider.ProviderRegistry;
import graphql.schema.DataFetchingEnvironment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.graphql.data.method.annotation.Argument;
import org.springframework.graphql.data.method.annotation.ContextValue;
import org.springframework.graphql.data.method.annotation.QueryMapping;
import org.springframework.graphql.data.method.annotation.SchemaMapping;
import org.springframework.stereotype.Controller;
import reactor.core.publisher.Mono;

/** Destinations, and what is asked of one. */
@Controller
final class DestinationController {

    /** How far back failures are counted. */
    private static final int COUNTED_FAILURES = 100;

    private final ProviderRegistry providers;

    DestinationController(ProviderRegistry providers) {
        this.providers = providers;
    }

    @QueryMapping
    CompletableFuture<@Nullable Destination> destination(
            @Argument @Nullable String tenantId,
            @Argument String id,
            @ContextValue ViewerScope scope,
            DataFetchingEnvironment environment) {
        Filters.checked("id", id);
        if (scope.hides(tenantId)) {
            return CompletableFuture.completedFuture(null);
        }
        String tenant = Filters.checked("tenantId", scope.requireTenant(tenantId));
        return Loaders.destination(environment, new DestinationKey(tenant, id));
    }

    @SchemaMapping(typeName = "DestinationConnection", field = "totalCount")
    Mono<Integer> totalCount(CountedConnection<Destination> connection) {
        return connection.total();
    }

    @SchemaMapping
    String nodeId(Destination destination) {
        return NodeIds.destination(destination.key());
    }

    @SchemaMapping
    CompletableFuture<@Nullable Tenant> tenant(Destination destination, DataFetchingEnvironment environment) {
        return Loaders.tenant(environment, destination.tenantId());
    }

    @SchemaMapping
    @Nullable
    DestinationType destinationType(Destination destination) {
        return providers.find(destination.type()).map(DestinationProvider::type).orElse(null);
    }

    @SchemaMapping
    List<String> topics(Destination destination) {
        return destination.topics().entries();
    }

    @SchemaMapping
    @Nullable
    Map<String, @Nullable Object> filter(Destination destination) {
        return destination.filter() == null ? null : destination.filter().conditions();
    }

    /** Never the secrets themselves. */
    @SchemaMapping
    Map<String, String> credentials(Destination destination) {
        return CredentialHints.of(providers).hints(destination);
    }

    @SchemaMapping
    String target(Destination destination) {
        return target(destination, providers).map(Target::label).orElse(destination.type());
    }

    @SchemaMapping
    @Nullable
    String targetUrl(Destination destination) {
        return target(destination, providers).flatMap(Target::url).orElse(null);
    }

    @SchemaMapping
    CompletableFuture<Integer> consecutiveFailures(Destination destination, DataFetchingEnvironment environment) {
        return Loaders.deliveries(environment, Attempts.at(destination.key(), PageRequest.first(COUNTED_FAILURES)))
                .thenApply(page -> (int) page.items().stream()
                        .takeWhile(delivery -> delivery.status() == DeliveryStatus.FAILED)
                        .count());
    }

    @SchemaMapping
    CompletableFuture<PageConnection<Event>> events(Destination destination, DataFetchingEnvironment environment) {
        Optional<Set<String>> tenants = Lists.within(environment, destination.tenantId());
        Optional<Set<String>> own = Filters.of(environment).including("destinationIds", destination.id());
        CompletableFuture<Page<Event>> page = tenants.isPresent() && own.isPresent()
                ? Loaders.events(environment, Lists.events(environment, tenants.get(), own.get()))
                : CompletableFuture.completedFuture(Page.empty());
        return page.thenApply(Lists::eventPage);
    }

    @SchemaMapping
    CompletableFuture<PageConnection<Delivery>> deliveries(
            Destination destination, DataFetchingEnvironment environment) {
        Filters filter = Filters.of(environment);
        Optional<Set<String>> tenants = Lists.within(environment, destination.tenantId());
        Optional<Set<String>> own = filter.including("destinationIds", destination.id());
        CompletableFuture<Page<Delivery>> page = tenants.isPresent() && own.isPresent()
                ? Loaders.deliveries(
                        environment,
                        Lists.deliveries(environment, tenants.get(), filter.strings("eventIds"), own.get()))
                : CompletableFuture.completedFuture(Page.empty());
        return page.thenApply(Lists::deliveryPage);
    }

    private static Optional<Target> target(Destination destination, ProviderRegistry providers) {
        return providers.find(destination.type()).map(provider -> provider.target(destination));
    }
}
