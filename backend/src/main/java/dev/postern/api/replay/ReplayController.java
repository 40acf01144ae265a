package dev.postern.api.replay;

import dev.postern.api.node.NodeIds;
import dev.postern.api.page.PageArguments;
import dev.postern.api.page.PageConnection;
import dev.postern.api.query.Filters;
import dev.postern.api.viewer.ViewerScope;
import dev.postern.logstore.CursorCodec.ListName;
import dev.postern.model.Page;
import dev.postern.model.PageRequest;
import dev.postern.replay.Replay;
import dev.postern.replay.Replays;
import graphql.schema.DataFetchingEnvironment;
import org.jspecify.annotations.Nullable;
import org.springframework.graphql.data.method.annotation.Argument;
import org.springframework.graphql.data.method.annotation.ContextValue;
import org.springframework.graphql.data.method.annotation.QueryMapping;
import org.springframework.graphql.data.method.annotation.SchemaMapping;
import org.springframework.stereotype.Controller;
import reactor.core.publisher.Mono;

/** Replays, and what is asked of one. */
@Controller
final class ReplayController {

    private final Replays replays;

    ReplayController(Replays replays) {
        this.replays = replays;
    }

    @QueryMapping
    Mono<Replay> replay(@Argument String id, @ContextValue ViewerScope scope) {
        Filters.checked("id", id);
        return replays.retrieve(id).filter(replay -> scope.shows(replay.tenantId()));
    }

    @QueryMapping
    Mono<PageConnection<Replay>> replays(
            @Argument @Nullable String tenantId, @ContextValue ViewerScope scope, DataFetchingEnvironment environment) {
        if (tenantId != null) {
            Filters.checked("tenantId", tenantId);
        }
        PageRequest request = PageArguments.of(environment, ListName.REPLAYS);
        Mono<Page<Replay>> page = scope.hides(tenantId)
                ? Mono.just(Page.empty())
                : replays.list(scope.tenantOrAny(tenantId), request.limit(), request.from());
        return page.map(found -> new PageConnection<>(ListName.REPLAYS, found, Replay::cursor));
    }

    @SchemaMapping
    String nodeId(Replay replay) {
        return NodeIds.replay(replay.id());
    }

    @SchemaMapping
    int plannedCount(Replay replay) {
        return replay.planned();
    }

    @SchemaMapping
    int queuedCount(Replay replay) {
        return replay.queued();
    }

    @SchemaMapping
    int skippedCount(Replay replay) {
        return replay.skipped();
    }

    @SchemaMapping
    int succeededCount(Replay replay) {
        return replay.succeeded();
    }

    @SchemaMapping
    int failedCount(Replay replay) {
        return replay.failed();
    }
}
