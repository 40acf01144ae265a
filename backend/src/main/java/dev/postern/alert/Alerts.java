package dev.postern.alert;

import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Destination;
import dev.postern.model.DestinationKey;
import dev.postern.model.LogEntry;
import dev.postern.tenantstore.TenantStore;
import dev.postern.tenantstore.TenantStore.UpdateOutcome;
import dev.postern.tenantstore.UnreadableFieldException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** Watches destinations fail, tells operators of it, and disables those that fail too often in a row. */
public final class Alerts {

    private static final Logger log = LoggerFactory.getLogger(Alerts.class);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    /** Longer than a restart of Redis, or of its replica in its place. */
    private static final Duration COUNTED_WITHIN = Duration.ofSeconds(60);

    private static final String NOT_COUNTED = "an attempt is not counted";

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
     * Takes note of an attempt. Can be told of one often: its number makes it one. Never fails, and is part of the
     * attempt's record, which waits for it: while Redis is away, for a minute, and while the operators' queue is full,
     * for as long as the settings say. What could not be counted or told by then is lost, and logged.
     *
     * @param exhausted whether it failed and no retry is left
     */
    public Mono<Void> attempted(LogEntry entry, boolean exhausted) {
        return Mono.when(count(entry), tell(entry), exhausted ? tellExhausted(entry) : Mono.empty());
    }

    private static boolean succeeded(LogEntry entry) {
        return entry.delivery().status() == DeliveryStatus.SUCCESS;
    }

    private Mono<Boolean> tell(LogEntry entry) {
        return events.tell(
                succeeded(entry) ? OperatorTopics.ATTEMPT_SUCCESS : OperatorTopics.ATTEMPT_FAILED, entry, Map.of());
    }

    private Mono<Void> tellExhausted(LogEntry entry) {
        if (!events.tells(OperatorTopics.EXHAUSTED_RETRIES)) {
            return Mono.empty();
        }
        Mono<Boolean> telling = events.tell(OperatorTopics.EXHAUSTED_RETRIES, entry, Map.of());
        return Mono.justOrEmpty(settings.exhaustedWindow())
                .flatMap(window -> window.isZero()
                        ? telling.then()
                        : insist(
                                entry,
                                "an operator event on exhausted retries is lost",
                                COUNTED_WITHIN.plus(events.patience()),
                                counter.oncePerWindow(entry.delivery().destinationKey(), window, telling)));
    }

    private Mono<Void> count(LogEntry entry) {
        DestinationKey destination = entry.delivery().destinationKey();
        if (!settings.counts()) {
            return Mono.empty();
        }
        if (succeeded(entry)) {
            return insist(entry, NOT_COUNTED, COUNTED_WITHIN, counter.reset(destination));
        }
        Mono<Integer> counted = counter.failed(destination, OperatorEvents.fact(entry.delivery()), settings.failures());
        return insist(entry, NOT_COUNTED, COUNTED_WITHIN, counted)
                .flatMap(count -> Mono.when(
                        tellFailures(entry, count),
                        count >= settings.failures() && settings.disables() ? disable(entry, count) : Mono.empty()));
    }

    private Mono<Boolean> tellFailures(LogEntry entry, int count) {
        var threshold = settings.threshold(count);
        if (threshold.isEmpty()) {
            return Mono.empty();
        }
        var failures = sorted(Map.of("current", count, "max", settings.failures(), "threshold", threshold.getAsInt()));
        return events.tell(OperatorTopics.CONSECUTIVE_FAILURE, entry, Map.of("consecutive_failures", failures));
    }

    private Mono<Void> disable(LogEntry entry, int failures) {
        DestinationKey key = entry.delivery().destinationKey();
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Mono<UpdateOutcome> disabled =
                tenants.updateDestination(key, old -> old.enabled() ? old.withDisabledAt(now) : old);
        return insist(entry, "a destination that fails too often is not disabled", COUNTED_WITHIN, disabled)
                // By this attempt, whose first answer may have been lost, and by no other.
                .filter(outcome -> outcome instanceof UpdateOutcome.Updated updated
                        && now.equals(updated.after().disabledAt()))
                .flatMap(done -> {
                    log.warn(
                            "destination disabled: its attempts fail tenant_id={} destination_id={}"
                                    + " consecutive_failures={}",
                            key.tenantId(),
                            key.id(),
                            failures);
                    return tellDisabled(entry, now).then();
                });
    }

    private Mono<Boolean> tellDisabled(LogEntry entry, Instant disabledAt) {
        Destination destination = entry.destination();
        var disabled = destination == null
                ? entry
                : new LogEntry(entry.event(), entry.delivery(), destination.withDisabledAt(disabledAt), entry.origin());
        return events.tell(
                OperatorTopics.DISABLED,
                disabled,
                sorted(Map.of("disabled_at", OperatorEvents.time(disabledAt), "reason", "consecutive_failure")));
    }

    /** Told again by another process, it is the same text; the order of what it sorts is every process's own. */
    private static <T> Map<String, T> sorted(Map<String, T> members) {
        return new TreeMap<>(members);
    }

    /** Tries again while it may pass, then says so and goes on. */
    private static <T> Mono<T> insist(LogEntry entry, String otherwise, Duration within, Mono<T> step) {
        return step.retryWhen(Retry.backoff(Long.MAX_VALUE, FIRST_PAUSE)
                        .maxBackoff(LONGEST_PAUSE)
                        .filter(e -> !(e instanceof UnreadableFieldException)))
                .timeout(within)
                .onErrorResume(e -> {
                    Delivery delivery = entry.delivery();
                    log.error(
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
