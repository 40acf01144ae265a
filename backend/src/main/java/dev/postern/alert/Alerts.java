package dev.postern.alert;

import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.DestinationKey;
import dev.postern.tenantstore.TenantStore;
import dev.postern.tenantstore.TenantStore.UpdateOutcome;
import java.time.Clock;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/** Watches destinations fail, and disables those that fail too often in a row. */
public final class Alerts {

    private static final Logger log = LoggerFactory.getLogger(Alerts.class);

    /** No delivery is held up for longer by what is only told about it. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final FailureCounter counter;
    private final TenantStore tenants;
    private final Clock clock;
    private final AlertSettings settings;

    public Alerts(FailureCounter counter, TenantStore tenants, Clock clock, AlertSettings settings) {
        this.counter = counter;
        this.tenants = tenants;
        this.clock = clock;
        this.settings = settings;
    }

    /**
     * Takes note of an attempt. Can be told of one often: its id makes it one. Never fails: an attempt
     * that could not be counted is logged, and the next one is.
     */
    public Mono<Void> attempted(Delivery delivery) {
        if (!settings.counts()) {
            return Mono.empty();
        }
        return Mono.defer(() -> delivery.status() == DeliveryStatus.SUCCESS
                        ? counter.reset(delivery.destinationKey())
                        : count(delivery))
                .timeout(PATIENCE)
                .onErrorResume(e -> {
                    log.warn(
                            "an attempt is not counted: tenant_id={} destination_id={} attempt_id={}",
                            delivery.tenantId(),
                            delivery.destinationId(),
                            delivery.id(),
                            e);
                    return Mono.empty();
                });
    }

    private Mono<Void> count(Delivery delivery) {
        DestinationKey destination = delivery.destinationKey();
        return counter.failed(destination, delivery.id(), settings.failures())
                .filter(count -> count >= settings.failures() && settings.disables())
                .flatMap(count -> disable(destination, count));
    }

    private Mono<Void> disable(DestinationKey key, int failures) {
        return tenants.updateDestination(key, now -> now.enabled() ? now.withDisabledAt(clock.instant()) : now)
                .doOnNext(outcome -> {
                    if (outcome instanceof UpdateOutcome.Updated updated
                            && updated.before().enabled()) {
                        log.warn(
                                "destination disabled: its attempts fail tenant_id={} destination_id={}"
                                        + " consecutive_failures={}",
                                key.tenantId(),
                                key.id(),
                                failures);
                    }
                })
                .then();
    }
}
