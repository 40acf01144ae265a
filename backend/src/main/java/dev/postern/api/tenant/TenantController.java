package dev.postern.api.tenant;

import dev.postern.api.error.ApiException;
import dev.postern.api.node.NodeIds;
import dev.postern.api.page.CountedConnection;
import dev.postern.api.page.InMemory;
import dev.postern.api.page.PageArguments;
import dev.postern.api.page.PageConnection;
import dev.postern.api.query.Filters;
import dev.postern.api.query.Lists;
import dev.postern.api.query.Loaders;
import dev.postern.api.viewer.ViewerScope;
import dev.postern.logstore.CursorCodec.ListName;
import dev.postern.model.Cursor;
import dev.postern.model.Delivery;
import dev.postern.model.Destination;
import dev.postern.model.Event;
import dev.postern.model.Page;
import dev.postern.model.PageRequest;
import dev.postern.model.PageRequest.Direction;
import dev.postern.model.Tenant;
import dev.postern.tenantstore.TenantStore;
import graphql.schema.DataFetchingEnvironment;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.graphql.data.method.annotation.Argument;
import org.springframework.graphql.data.method.annotation.ContextValue;
import org.springframework.graphql.data.method.annotation.QueryMapping;
import org.springframework.graphql.data.method.annotation.SchemaMapping;
import org.springframework.stereotype.Controller;
import reactor.core.publisher.Mono;

/** Tenants, and what is asked of one. */
@Controller
final class TenantController {

    private final TenantStore tenants;

    TenantController(TenantStore tenants) {
        this.tenants = tenants;
    }

    @QueryMapping
    CompletableFuture<@Nullable Tenant> tenant(
            @Argument @Nullable String id, @ContextValue ViewerScope scope, DataFetchingEnvironment environment) {
        if (scope.hides(id)) {
            return CompletableFuture.completedFuture(null);
        }
        String wanted = id == null ? scope.ownTenant().orElse(null) : Filters.checked("id", id);
        if (wanted == null) {
            throw ApiException.badInput("id", "missing (expected: a tenant's id, as an operator has no own tenant)");
        }
        return Loaders.tenant(environment, wanted);
    }

    @QueryMapping
    Mono<CountedConnection<Tenant>> tenants(
            @Argument @Nullable List<String> ids,
            @ContextValue ViewerScope scope,
            DataFetchingEnvironment environment) {
        PageRequest request = PageArguments.of(environment, ListName.TENANTS);
        Set<String> named = Filters.strings("ids", ids);
        if (scope.ownTenant().isEmpty() && named.isEmpty()) {
            return tenants.listTenants(request)
                    .map(page ->
                            connection(page, Mono.defer(tenants::countTenants).map(Math::toIntExact)));
        }
        Set<String> seen = scope.tenants(named);
        return tenants.retrieveTenants(
                        named.isEmpty()
                                ? seen
                                : named.stream().filter(seen::contains).toList())
                .map(found -> connection(
                        InMemory.page(List.copyOf(found.values()), request, TenantController::place),
                        Mono.just(found.size())));
    }

    @SchemaMapping(typeName = "TenantConnection", field = "totalCount")
    Mono<Integer> totalCount(CountedConnection<Tenant> connection) {
        return connection.total();
    }

    @SchemaMapping
    String nodeId(Tenant tenant) {
        return NodeIds.tenant(tenant.id());
    }

    @SchemaMapping
    CompletableFuture<CountedConnection<Destination>> destinations(Tenant tenant, DataFetchingEnvironment environment) {
        Set<String> types = Filters.strings("types", environment.getArgument("types"));
        Set<String> topics = Filters.strings("topics", environment.getArgument("topics"));
        PageRequest asked = PageArguments.of(environment, ListName.DESTINATIONS);
        var request = new PageRequest(asked.limit(), Direction.ASC, asked.from(), asked.backward());
        return Loaders.destinationsOf(environment, tenant.id()).thenApply(all -> {
            List<Destination> wanted = (all == null ? List.<Destination>of() : all)
                    .stream()
                            .filter(destination -> types.isEmpty() || types.contains(destination.type()))
                            .filter(destination ->
                                    topics.isEmpty() || topics.stream().anyMatch(destination.topics()::take))
                            .toList();
            return new CountedConnection<>(
                    ListName.DESTINATIONS,
                    InMemory.page(wanted, request, TenantController::place),
                    TenantController::place,
                    Mono.just(wanted.size()));
        });
    }

    @SchemaMapping
    CompletableFuture<PageConnection<Event>> events(Tenant tenant, DataFetchingEnvironment environment) {
        return Lists.within(environment, tenant.id())
                .map(own -> Loaders.events(
                        environment,
                        Lists.events(environment, own, Filters.of(environment).strings("destinationIds"))))
                .orElseGet(() -> CompletableFuture.completedFuture(Page.empty()))
                .thenApply(Lists::eventPage);
    }

    @SchemaMapping
    CompletableFuture<PageConnection<Delivery>> deliveries(Tenant tenant, DataFetchingEnvironment environment) {
        Filters filter = Filters.of(environment);
        return Lists.within(environment, tenant.id())
                .map(own -> Loaders.deliveries(
                        environment,
                        Lists.deliveries(
                                environment, own, filter.strings("eventIds"), filter.strings("destinationIds"))))
                .orElseGet(() -> CompletableFuture.completedFuture(Page.empty()))
                .thenApply(Lists::deliveryPage);
    }

    private static CountedConnection<Tenant> connection(Page<Tenant> page, Mono<Integer> total) {
        return new CountedConnection<>(ListName.TENANTS, page, TenantController::place, total);
    }

    private static Cursor place(Tenant tenant) {
        return new Cursor(tenant.createdAt(), tenant.id());
    }

    private static Cursor place(Destination destination) {
        return new Cursor(destination.createdAt(), destination.id());
    }
}
