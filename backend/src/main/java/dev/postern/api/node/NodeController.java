package dev.postern.api.node;

import dev.postern.api.error.ApiException;
import dev.postern.api.node.NodeIds.Ref;
import dev.postern.api.query.Loaders;
import dev.postern.api.query.Selected;
import dev.postern.api.viewer.ViewerScope;
import dev.postern.logstore.DeliveryQuery;
import dev.postern.model.Delivery;
import dev.postern.model.Identifiers;
import dev.postern.model.PageRequest;
import dev.postern.model.TimeRange;
import dev.postern.replay.Replays;
import graphql.schema.DataFetchingEnvironment;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.graphql.data.method.annotation.Argument;
import org.springframework.graphql.data.method.annotation.ContextValue;
import org.springframework.graphql.data.method.annotation.QueryMapping;
import org.springframework.stereotype.Controller;

/** Objects by their opaque ids; what the viewer can't see is null, like what does not exist. */
@Controller
final class NodeController {

    private static final int MAX_NODES = 100;

    private final Replays replays;

    NodeController(Replays replays) {
        this.replays = replays;
    }

    @QueryMapping
    CompletableFuture<@Nullable Object> node(
            @Argument String nodeId, @ContextValue ViewerScope scope, DataFetchingEnvironment environment) {
        return NodeIds.decode(nodeId)
                .filter(ref -> inReach(ref.tenantId(), scope))
                .map(ref -> load(ref, scope, environment))
                .orElseGet(() -> CompletableFuture.completedFuture(null));
    }

    @QueryMapping
    CompletableFuture<List<@Nullable Object>> nodes(
            @Argument List<String> nodeIds, @ContextValue ViewerScope scope, DataFetchingEnvironment environment) {
        if (nodeIds.size() > MAX_NODES) {
            throw ApiException.badInput(
                    "nodeIds", "%d ids (expected: at most %d)".formatted(nodeIds.size(), MAX_NODES));
        }
        List<CompletableFuture<@Nullable Object>> loads =
                nodeIds.stream().map(nodeId -> node(nodeId, scope, environment)).toList();
        return CompletableFuture.allOf(loads.toArray(CompletableFuture[]::new))
                .thenApply(done -> loads.stream()
                        .<@Nullable Object>map(CompletableFuture::join)
                        .toList());
    }

    private static boolean inReach(@Nullable String tenantId, ViewerScope scope) {
        return tenantId == null || (Identifiers.faultOfEventId(tenantId).isEmpty() && !scope.hides(tenantId));
    }

    private CompletableFuture<@Nullable Object> load(Ref ref, ViewerScope scope, DataFetchingEnvironment environment) {
        return switch (ref) {
            case Ref.TenantRef tenant ->
                Loaders.tenant(environment, tenant.tenantId()).thenApply(found -> found);
            case Ref.DestinationRef destination ->
                Loaders.destination(environment, destination.key()).thenApply(found -> found);
            case Ref.EventRef event ->
                (Selected.data(environment)
                                ? Loaders.event(environment, event.key())
                                : Loaders.sparseEvent(environment, event.key()))
                        .thenApply(found -> found);
            case Ref.ReplayRef replay ->
                Identifiers.faultOfEventId(replay.id()).isPresent()
                        ? CompletableFuture.completedFuture(null)
                        : replays.retrieve(replay.id())
                                .filter(found -> scope.shows(found.tenantId()))
                                .toFuture()
                                .thenApply(found -> found);
            case Ref.DeliveryRef delivery ->
                Loaders.deliveries(environment, query(delivery, environment))
                        .thenApply(page -> find(page.items(), delivery.id()).orElse(null));
        };
    }

    private static Optional<Delivery> find(List<Delivery> deliveries, String id) {
        return deliveries.stream().filter(delivery -> delivery.id().equals(id)).findFirst();
    }

    private static DeliveryQuery query(Ref.DeliveryRef ref, DataFetchingEnvironment environment) {
        return new DeliveryQuery(
                Set.of(ref.tenantId()),
                Set.of(ref.eventId()),
                Set.of(),
                Set.of(),
                Set.of(),
                null,
                Set.of(),
                null,
                new TimeRange(null, ref.time(), null, ref.time()),
                TimeRange.ANY,
                PageRequest.first(PageRequest.MAX_LIMIT),
                Selected.eventData(environment),
                Selected.response(environment));
    }
}
