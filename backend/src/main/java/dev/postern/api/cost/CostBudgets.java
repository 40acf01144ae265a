package dev.postern.api.cost;

import dev.postern.api.settings.QuotaSettings;
import dev.postern.model.Causes;
import dev.postern.quota.Quota;
import dev.postern.quota.QuotaStore;
import dev.postern.quota.QuotaStore.Charge;
import dev.postern.security.Viewer;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Takes what queries cost from their viewers' budgets. Where the store of these is away, nobody is refused for that:
 * queries run uncharged, and the store is asked anew once a second.
 */
public final class CostBudgets {

    private static final Logger LOG = LoggerFactory.getLogger(CostBudgets.class);

    private static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

    /** Others may have taken what came back meanwhile. */
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(100);

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    private final QuotaStore store;
    private final QuotaSettings settings;
    private final AtomicBoolean away = new AtomicBoolean();
    private volatile long failedAt;

    public CostBudgets(QuotaStore store, QuotaSettings settings) {
        this.store = store;
        this.settings = settings;
    }

    /**
     * Whose budget the viewer's requests are charged to; null where there is none. A portal link is spent by its one
     * request, which must not fail for what the tenant's others have cost.
     */
    @Nullable
    Account account(@Nullable Viewer viewer) {
        return switch (viewer) {
            case Viewer.TenantViewer tenant ->
                tenant.oneTime() ? null : account("tenant:" + tenant.tenantId(), settings.tenant());
            case Viewer.Operator operator -> account("operator", settings.operator());
            case null -> null;
        };
    }

    /** Takes the cost, if all of it is there; empty where the store is away. */
    Mono<Charge> charge(Account account, long cost) {
        return whileThere(Mono.defer(() -> store.charge(account.name(), account.quota(), cost)));
    }

    /** Takes the cost as soon as all of it is there, on a thread that may be kept; nothing where the store is away. */
    Mono<Void> chargeInTime(Account account, long cost) {
        return cost == 0
                ? Mono.empty()
                : charge(account, cost)
                        .expand(charged -> charged instanceof Charge.Refused refused
                                ? Mono.delay(pause(refused)).then(charge(account, cost))
                                : Mono.empty())
                        .then()
                        .publishOn(Schedulers.parallel());
    }

    private static Duration pause(Charge.Refused refused) {
        Duration wait = refused.retryAfter();
        return wait.compareTo(SHORTEST_WAIT) < 0
                ? SHORTEST_WAIT
                : wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait;
    }

    /** Gives back. Nobody waits for it. */
    void giveBack(Account account, long unspent) {
        whileThere(store.adjust(account.name(), account.quota(), unspent)).subscribe();
    }

    private static @Nullable Account account(String name, @Nullable Quota quota) {
        return quota == null ? null : new Account(name, quota);
    }

    private <T> Mono<T> whileThere(Mono<T> call) {
        return Mono.defer(() -> away.get() && System.nanoTime() - failedAt < PAUSE_NANOS
                ? Mono.empty()
                : call.timeout(settings.patience()).doOnSuccess(done -> back()).onErrorResume(error -> {
                    failed(error);
                    return Mono.empty();
                }));
    }

    private void failed(Throwable error) {
        failedAt = System.nanoTime();
        if (away.compareAndSet(false, true)) {
            String reason = error instanceof TimeoutException ? "no answer in time" : Causes.reason(error);
            LOG.warn("the budgets of viewers are out of reach, queries run uncharged: {}", reason);
        }
    }

    private void back() {
        if (away.get() && away.compareAndSet(true, false)) {
            LOG.info("the budgets of viewers are there again");
        }
    }
}
