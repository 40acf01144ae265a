package dev.postern.alert;

import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Destination;
import dev.postern.model.DestinationKey;
import dev.postern.model.LogEntry;
import dev.postern.tenantstore.TenantStore;
import dev.postern.tenantstore.TenantStore.UpdateOutcome;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/** Watches destinations fail, tells operators of it, and disables those that fail too often in a row. */
public final class Alerts {

    private static final Logger log = LoggerFactory.getLogger(Alerts.class);

    /** No delivery is held up for longer by what is only told about it. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final FailureCounter counter;
    private final TenantStore tenants;
    private final OperatorEvents events;
    private final Clock clock;
    private final AlertSettings settings;

    public Alerts(
            FailureCounter counter, TenantStore tenants, OperatorEvents events, Clock clock, AlertSettings settings) {
        this.counter = counter;
        this.tenants = tenants;
        this.events = events;
        this.clock = clock;
        this.settings = settings;
    }

    /**
     * Takes note of an attempt. Can be told of one often: its id makes it one. Never fails: what could
     * not be counted or told is logged, and the next attempt is.
     *
     * @param exhausted whether it failed and no retry is left
     */
    public Mono<Void> attempted(LogEntry entry, boolean exhausted) {
        return Mono.when(
                bounded(entry, "an attempt is not counted", count(entry)),
                bounded(entry, "an operator event on an attempt is lost", tell(entry)),
                bounded(
                        entry,
                        "an operator event on exhausted retries is lost",
                        exhausted ? tellExhausted(entry) : Mono.empty()));
    }

    private static boolean succeeded(LogEntry entry) {
        return entry.delivery().status() == DeliveryStatus.SUCCESS;
    }

    private Mono<Void> tell(LogEntry entry) {
        return events.tell(
                succeeded(entry) ? OperatorTopics.ATTEMPT_SUCCESS : OperatorTopics.ATTEMPT_FAILED, entry, Map.of());
    }

    private Mono<Void> tellExhausted(LogEntry entry) {
        if (!events.tells(OperatorTopics.EXHAUSTED_RETRIES)) {
            return Mono.empty();
        }
        return Mono.justOrEmpty(settings.exhaustedWindow())
                .filterWhen(window -> window.isZero()
                        ? Mono.just(true)
                        : counter.firstExhausted(entry.delivery().destinationKey(), window))
                .flatMap(window -> events.tell(OperatorTopics.EXHAUSTED_RETRIES, entry, Map.of()));
    }

    private Mono<Void> count(LogEntry entry) {
        DestinationKey destination = entry.delivery().destinationKey();
        if (!settings.counts()) {
            return Mono.empty();
        }
        if (succeeded(entry)) {
            return counter.reset(destination);
        }
        return counter.failed(destination, entry.delivery().id(), settings.failures())
                .flatMap(count -> Mono.when(
                        tellFailures(entry, count),
                        count >= settings.failures() && settings.disables() ? disable(entry, count) : Mono.empty()));
    }

    private Mono<Void> tellFailures(LogEntry entry, int count) {
        var threshold = settings.threshold(count);
        if (threshold.isEmpty()) {
            return Mono.empty();
        }
        var failures = Map.of("current", count, "max", settings.failures(), "threshold", threshold.getAsInt());
        return events.tell(OperatorTopics.CONSECUTIVE_FAILURE, entry, Map.of("consecutive_failures", failures));
    }

    private Mono<Void> disable(LogEntry entry, int failures) {
        DestinationKey key = entry.delivery().destinationKey();
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return tenants.updateDestination(key, old -> old.enabled() ? old.withDisabledAt(now) : old)
                .filter(outcome -> outcome instanceof UpdateOutcome.Updated updated
                        && updated.before().enabled())
                .flatMap(done -> {
                    log.warn(
                            "destination disabled: its attempts fail tenant_id={} destination_id={}"
                                    + " consecutive_failures={}",
                            key.tenantId(),
                            key.id(),
                            failures);
                    return tellDisabled(entry, now);
                });
    }

    private Mono<Void> tellDisabled(LogEntry entry, Instant disabledAt) {
        Destination destination = entry.destination();
        var disabled = destination == null
                ? entry
                : new LogEntry(entry.event(), entry.delivery(), destination.withDisabledAt(disabledAt));
        return events.tell(
                OperatorTopics.DISABLED,
                disabled,
                Map.of("disabled_at", OperatorEvents.time(disabledAt), "reason", "consecutive_failure"));
    }

    private static Mono<Void> bounded(LogEntry entry, String otherwise, Mono<Void> step) {
        return step.timeout(PATIENCE).onErrorResume(e -> {
            Delivery delivery = entry.delivery();
            log.warn(
                    "{}: tenant_id={} destination_id={} attempt_id={} reason={}",
                    otherwise,
                    delivery.tenantId(),
                    delivery.destinationId(),
                    delivery.id(),
                    Objects.toString(e));
            return Mono.empty();
        });
    }
}
