package dev.postern.app.wiring;

import dev.postern.app.observed.Observed;
import dev.postern.app.settings.CoreProperties;
import dev.postern.app.settings.MetricsProperties;
import dev.postern.app.settings.ReplayProperties;
import dev.postern.app.settings.Role;
import dev.postern.app.settings.Settings;
import dev.postern.delivery.ManualRetry;
import dev.postern.delivery.ManualRetry.WishResult;
import dev.postern.delivery.ManualRetryResult;
import dev.postern.logstore.DeliveryReader;
import dev.postern.logstore.FailureReader;
import dev.postern.model.IdGenerator;
import dev.postern.redis.RedisConnection;
import dev.postern.replay.Redelivery;
import dev.postern.replay.ReplayPlanner;
import dev.postern.replay.ReplayRunner;
import dev.postern.replay.ReplaySettings;
import dev.postern.replay.ReplayStore;
import dev.postern.replay.ReplayWorker;
import dev.postern.replay.Replays;
import dev.postern.replay.redis.RedisReplayStore;
import java.time.Clock;
import java.util.concurrent.TimeoutException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The bulk retry, whose attempts are queued as those that a person asks for. */
@Configuration(proxyBeanMethods = false)
class ReplayWiring {

    @Bean
    ReplaySettings replaySettings(ReplayProperties replay, MetricsProperties metrics, CoreProperties core) {
        return replay.limits().withDeadlines(metrics.timeout(), core.drain());
    }

    @Bean
    ReplayStore replayStore(RedisConnection redis, ReplaySettings settings, Observed observed) {
        return observed.replays(new RedisReplayStore(redis, settings));
    }

    @Bean
    ReplayPlanner replayPlanner(
            FailureReader failures, DeliveryReader deliveries, Clock clock, ReplaySettings settings) {
        return new ReplayPlanner(failures, deliveries, clock, settings);
    }

    @Bean
    Replays replays(ReplayPlanner planner, ReplayStore store, IdGenerator ids, Clock clock, ReplaySettings settings) {
        return new Replays(planner, store, ids, clock, settings);
    }

    @Bean
    ReplayRunner replayRunner(
            ReplayStore store, DeliveryReader deliveries, ManualRetry retries, Clock clock, ReplaySettings settings) {
        var outages = new StoreOutages();
        return new ReplayRunner(
                store,
                deliveries,
                redelivery(retries),
                error -> error instanceof TimeoutException || outages.of(error).isPresent(),
                clock,
                settings);
    }

    @Bean
    RoleWorker replayWorker(Settings all, ReplayRunner runner, ReplaySettings settings) {
        return new RoleWorker("replay", Role.RETRY, all, RoleWorker.MAKES_ENTRIES, new ReplayWorker(runner, settings));
    }

    private static Redelivery redelivery(ManualRetry retries) {
        return (wish, target) -> retries.retryOnce(wish, target.tenantId(), target.eventId(), target.destinationId())
                .map(result -> switch (result) {
                    case WishResult.Answered(ManualRetryResult.Queued queued) ->
                        new Redelivery.Result.Queued(queued.attempt());
                    case WishResult.Answered refused -> new Redelivery.Result.Refused();
                    case WishResult.QueuedBefore before -> new Redelivery.Result.Queued(0);
                    case WishResult.InProgress other -> new Redelivery.Result.Busy();
                });
    }
}
