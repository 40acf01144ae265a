package dev.postern.api.replay;

import dev.postern.api.error.ApiException;
import dev.postern.api.query.Filters;
import dev.postern.api.viewer.ViewerScope;
import dev.postern.replay.Replay;
import dev.postern.replay.ReplaySettings;
import dev.postern.replay.Replays;
import dev.postern.security.Viewer.TenantViewer;
import java.time.Clock;
import java.time.Duration;
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
    private final Clock clock;
    private final WatchPlaces places;

    ReplayWatchController(Replays replays, Clock clock, ReplaySettings settings) {
        this.replays = replays;
        this.clock = clock;
        this.places = new WatchPlaces(settings.watchers(), settings.watchersPerTenant());
    }

    /** Ends with the replay, or with the viewer's credentials. */
    @SubscriptionMapping
    Flux<Replay> replayProgressed(@Argument String id, @ContextValue ViewerScope scope) {
        Filters.checked("id", id);
        Flux<Replay> progress = replays.watch(id)
                .takeWhile(replay -> scope.shows(replay.tenantId()))
                .switchIfEmpty(Mono.error(() -> ApiException.notFound("No such replay")));
        return Flux.defer(() -> {
            String tenantId = scope.tenantOrAny(null);
            if (!places.take(tenantId)) {
                return Flux.error(ApiException.unavailable("As many replays are watched as may be; try again later"));
            }
            return until(progress, scope).doFinally(signal -> places.release(tenantId));
        });
    }

    private Flux<Replay> until(Flux<Replay> progress, ViewerScope scope) {
        return scope.viewer() instanceof TenantViewer tenant
                ? progress.take(positive(Duration.between(clock.instant(), tenant.expiresAt())))
                : progress;
    }

    private static Duration positive(Duration left) {
        return left.isNegative() ? Duration.ZERO : left;
    }
}
