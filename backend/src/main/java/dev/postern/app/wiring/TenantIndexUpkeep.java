package dev.postern.app.wiring;

import dev.postern.tenantstore.redis.RedisTenantStore;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.util.retry.Retry;

/**
 * Builds the index of tenants where there is none yet, and makes it right from time to time: another
 * system may write to the same Redis.
 */
final class TenantIndexUpkeep implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(TenantIndexUpkeep.class);
    private static final Duration REFRESH = Duration.ofHours(1);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private final RedisTenantStore tenants;
    private final AtomicReference<@Nullable Disposable> running = new AtomicReference<>();

    TenantIndexUpkeep(RedisTenantStore tenants) {
        this.tenants = tenants;
    }

    @Override
    public void start() {
        Disposable work = tenants.buildIndex()
                .thenMany(Flux.interval(REFRESH).onBackpressureDrop().concatMap(tick -> tenants.refreshIndex(), 1))
                .retryWhen(Retry.backoff(Long.MAX_VALUE, FIRST_PAUSE)
                        .maxBackoff(LONGEST_PAUSE)
                        .doBeforeRetry(signal -> LOG.warn("The index of tenants is tried anew", signal.failure())))
                .subscribe();
        running.set(work);
    }

    @Override
    public void stop() {
        Disposable work = running.getAndSet(null);
        if (work != null) {
            work.dispose();
        }
    }

    @Override
    public boolean isRunning() {
        return running.get() != null;
    }
}
