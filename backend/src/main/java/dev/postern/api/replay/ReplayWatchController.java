package dev.postern.api.replay;

import dev.postern.api.error.ApiException;
import dev.postern.api.live.Subscriptions;
import dev.postern.api.query.Filters;
import dev.postern.api.viewer.ViewerScope;
import dev.postern.replay.Replay;
import dev.postern.replay.Replays;
import org.springframework.graphql.data.method.annotation.Argument;
import org.springframework.graphql.data.method.annotation.ContextValue;
import org.springframework.graphql.data.method.annotation.SubscriptionMapping;
import org.springframework.stereotype.Controller;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** How far a replay is, told as it goes on. */
@Controller
final class ReplayWatchController {

    private final Replays replays;
    private final Subscriptions subscriptions;

    ReplayWatchController(Replays replays, Subscriptions subscriptions) {
        this.replays = replays;
        this.subscriptions = subscriptions;
    }

    /** Ends with the replay. */
    @SubscriptionMapping
    Flux<Replay> replayProgressed(@Argument String id, @ContextValue ViewerScope scope) {
        Filters.checked("id", id);
        return subscriptions.placed(
                scope,
                replays.watch(id)
                        .takeWhile(replay -> scope.shows(replay.tenantId()))
                        .switchIfEmpty(Mono.error(() -> ApiException.notFound("No such replay"))));
    }
}
