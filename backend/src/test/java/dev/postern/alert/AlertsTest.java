package dev.postern.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.alert.memory.MemoryFailureCounter;
import dev.postern.fakes.Samples;
import dev.postern.fakes.SettableClock;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Destination;
import dev.postern.model.DestinationKey;
import dev.postern.tenantstore.memory.MemoryTenantStore;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class AlertsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final SettableClock clock = new SettableClock();
    private final MemoryTenantStore tenants = new MemoryTenantStore(clock);
    private final MemoryFailureCounter counter = new MemoryFailureCounter(clock);
    private int attempts;

    @BeforeEach
    void store() {
        tenants.upsertTenant(Samples.TENANT, null).block();
        tenants.createDestination(Samples.destination("hook")).block();
    }

    /** As it is unless somebody asks for more. */
    @Test
    void attempted_notToDisable_onlyCounts() {
        var alerts = alerts(counter, new AlertSettings(2, false));
        fail(alerts, 3);
        assertThat(hook().enabled()).isTrue();
        assertThat(counter.failed(hook().key(), "another", 100).block()).isEqualTo(3);
    }

    @Test
    void attempted_notToCount_doesNothing() {
        var alerts = alerts(counter, new AlertSettings(0, true));
        fail(alerts, 3);
        assertThat(hook().enabled()).isTrue();
        assertThat(counter.failed(hook().key(), "another", 100).block()).isEqualTo(1);
    }

    /** Since when it is disabled is what its owner wants to know. */
    @Test
    void attempted_failedOnAfterItWasDisabled_leavesItsTime() {
        var alerts = alerts(counter, new AlertSettings(2, true));
        fail(alerts, 2);
        var disabledAt = hook().disabledAt();
        clock.advance(Duration.ofMinutes(5));
        fail(alerts, 1);
        assertThat(disabledAt).isNotNull();
        assertThat(hook().disabledAt()).isEqualTo(disabledAt);
    }

    /** It was deleted while the attempt was under way. */
    @Test
    void attempted_ofADeletedDestination_passes() {
        var alerts = alerts(counter, new AlertSettings(1, true));
        tenants.deleteDestination(hook().key()).block();
        fail(alerts, 1);
    }

    /** The store is down, or hangs: the delivery goes its way. */
    @Test
    void attempted_counterFails_passes() {
        var settings = new AlertSettings(1, true);
        fail(alerts(answering(Mono.error(new IllegalStateException("down"))), settings), 1);
        StepVerifier.withVirtualTime(
                        () -> alerts(answering(Mono.never()), settings).attempted(attempt(DeliveryStatus.FAILED)))
                .thenAwait(PATIENCE)
                .verifyComplete();
        assertThat(hook().enabled()).isTrue();
    }

    private Alerts alerts(FailureCounter counting, AlertSettings settings) {
        return new Alerts(counting, tenants, clock, settings);
    }

    private void fail(Alerts alerts, int count) {
        for (int i = 0; i < count; i++) {
            StepVerifier.create(alerts.attempted(attempt(DeliveryStatus.FAILED)))
                    .expectComplete()
                    .verify(PATIENCE);
        }
    }

    private Delivery attempt(DeliveryStatus status) {
        return new Delivery(
                "atm_" + ++attempts,
                "hook",
                "webhook",
                status,
                clock.instant(),
                1,
                false,
                "500",
                null,
                1,
                Samples.event("evt_1"));
    }

    private Destination hook() {
        return tenants.retrieveDestination(new DestinationKey(Samples.TENANT, "hook"))
                .blockOptional(PATIENCE)
                .orElseThrow();
    }

    private static FailureCounter answering(Mono<Integer> answer) {
        return new FailureCounter() {
            @Override
            public Mono<Integer> failed(DestinationKey destination, String deliveryId, int most) {
                return answer;
            }

            @Override
            public Mono<Void> reset(DestinationKey destination) {
                return answer.then();
            }
        };
    }
}
