package dev.postern.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.alert.memory.MemoryFailureCounter;
import dev.postern.fakes.Queues;
import dev.postern.fakes.Samples;
import dev.postern.fakes.SettableClock;
import dev.postern.json.Json;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Destination;
import dev.postern.model.DestinationKey;
import dev.postern.model.LogEntry;
import dev.postern.model.OperatorEvent;
import dev.postern.queue.memory.MemoryOperatorEventQueue;
import dev.postern.tenantstore.memory.MemoryTenantStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class AlertsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration WAIT = Duration.ofSeconds(5);
    private static final AlertSettings OFF = new AlertSettings(0, false, Optional.empty());

    private final SettableClock clock = new SettableClock();
    private final MemoryTenantStore tenants = new MemoryTenantStore(clock);
    private final MemoryFailureCounter counter = new MemoryFailureCounter(clock);
    private final MemoryOperatorEventQueue queue = new MemoryOperatorEventQueue(Queues.EAGER);
    private int attempts;

    @BeforeEach
    void store() {
        tenants.upsertTenant(Samples.TENANT, null).block();
        tenants.createDestination(Samples.destination("hook")).block();
    }

    /** As it is unless somebody asks for more. */
    @Test
    void attempted_notToDisable_onlyCounts() {
        fail(alerts(failures(2, false), OperatorTopics.ALL), 3);
        assertThat(hook().enabled()).isTrue();
        assertThat(counter.failed(hook().key(), "another", 100).block()).isEqualTo(3);
    }

    @Test
    void attempted_notToCount_doesNothing() {
        fail(alerts(failures(0, true), "alert.destination.disabled"), 3);
        assertThat(hook().enabled()).isTrue();
        assertThat(counter.failed(hook().key(), "another", 100).block()).isEqualTo(1);
        assertThat(told()).isEmpty();
    }

    /** Since when it is disabled is what its owner wants to know. */
    @Test
    void attempted_failedOnAfterItWasDisabled_leavesItsTime() {
        var alerts = alerts(failures(2, true), "alert.destination.disabled");
        fail(alerts, 2);
        var disabledAt = hook().disabledAt();
        clock.advance(Duration.ofMinutes(5));
        fail(alerts, 1);
        assertThat(disabledAt).isNotNull();
        assertThat(hook().disabledAt()).isEqualTo(disabledAt);
        assertThat(told())
                .singleElement()
                .satisfies(event -> assertThat(event.body())
                        .contains(
                                "\"disabled_at\":\"2026-03-01T12:00:00.123Z\",\"reason\":\"consecutive_failure\"",
                                "\"attempt\":{\"id\":\"atm_2\""));
    }

    /** It was deleted while the attempt was under way. */
    @Test
    void attempted_ofADeletedDestination_passes() {
        var alerts = alerts(failures(1, true), OperatorTopics.ALL);
        tenants.deleteDestination(hook().key()).block();
        attempt(alerts, entry(DeliveryStatus.FAILED, null), false);
        assertThat(told()).extracting(OperatorEvent::topic).doesNotContain("alert.destination.disabled");
    }

    /** Redis is away for longer than anybody waits, or hangs: the delivery goes its way. */
    @Test
    void attempted_counterFails_passes() {
        for (Mono<Integer> answer :
                List.of(Mono.<Integer>error(new IllegalStateException("down")), Mono.<Integer>never())) {
            var alerts = new Alerts(answering(answer), tenants, events(), clock, failures(1, true));
            LogEntry entry = entry(DeliveryStatus.FAILED, hook());
            StepVerifier.withVirtualTime(() -> alerts.attempted(entry, false))
                    .thenAwait(Duration.ofMinutes(1))
                    .verifyComplete();
        }
        assertThat(hook().enabled()).isTrue();
    }

    /** Redis is being restarted: the alert that falls into it is not lost. */
    @Test
    void attempted_counterIsAwayForAWhile_countsAndTells() {
        var calls = new AtomicInteger();
        var alerts = new Alerts(
                answering(Mono.defer(() ->
                        calls.incrementAndGet() < 3 ? Mono.error(new IllegalStateException("down")) : Mono.just(1))),
                tenants,
                events("alert.destination.disabled"),
                clock,
                failures(1, true));
        fail(alerts, 1);
        assertThat(hook().enabled()).isFalse();
        assertThat(told()).hasSize(1);
    }

    /** A process is killed after it sent an event and before it could say so: the attempt is made once more. */
    @Test
    void attempted_ofAnAttemptMadeAgain_isTheSameEventAndFailure() {
        var alerts = alerts(failures(10, false), "attempt.failed", "alert.destination.consecutive_failure");
        fail(alerts, 4);
        told();
        attempt(alerts, entry("atm_killed", 5, DeliveryStatus.FAILED, hook()), false);
        List<OperatorEvent> first = told();
        clock.advance(Duration.ofMinutes(1));
        attempt(alerts, entry("atm_again", 5, DeliveryStatus.FAILED, hook()), false);
        assertThat(first).hasSize(2);
        assertThat(told())
                .extracting(OperatorEvent::id)
                .containsExactlyInAnyOrderElementsOf(
                        first.stream().map(OperatorEvent::id).toList());
        assertThat(counter.failed(hook().key(), "another", 100).block()).isEqualTo(6);
    }

    /** Before it is too late, and then with each failure. */
    @Test
    void attempted_tellsOfEachThreshold() {
        fail(alerts(failures(10, false), "alert.destination.consecutive_failure"), 11);
        assertThat(told())
                .extracting(event -> data(event).get("consecutive_failures"))
                .containsExactly(failed(5, 50), failed(7, 70), failed(9, 90), failed(10, 100), failed(10, 100));
    }

    /** The envelope is Outpost's; what might be secret isn't in it. */
    @Test
    void attempted_tellsOfTheAttempt() {
        var hook = Samples.destination("hook");
        var logged = new Destination(
                hook.id(),
                hook.tenantId(),
                hook.type(),
                hook.topics(),
                null,
                Map.of("url", "https://example.com/hook", "custom_headers", "{\"x-token\":\"s3cret\"}"),
                Map.of(),
                null,
                hook.metadata(),
                hook.createdAt(),
                hook.updatedAt(),
                null);
        var alerts = alerts(OFF, "attempt.success");
        attempt(alerts, entry(DeliveryStatus.SUCCESS, logged), false);
        fail(alerts, 1);

        var events = told();
        assertThat(events).extracting(OperatorEvent::topic).containsExactly("attempt.success");
        String body = events.getFirst().body();
        assertThat(body)
                .startsWith("{\"id\":\"" + events.getFirst().id()
                        + "\",\"topic\":\"attempt.success\",\"time\":\"2026-03-01T12:00:00.123456Z\","
                        + "\"deployment_id\":\"blue\",\"tenant_id\":\"acme\",\"data\":{\"tenant_id\":\"acme\","
                        + "\"event\":{\"id\":\"evt_1\"")
                .contains("\"data\":{\"total\": 1.10}", "\"config\":{\"url\":\"https://example.com/hook\"}")
                .doesNotContain("s3cret", "credentials");
    }

    /** Who is told twice must be able to see that it is one and the same. */
    @Test
    void attempted_toldAgain_isTheSameEvent() {
        var alerts = alerts(OFF, "attempt.failed");
        LogEntry entry = entry(DeliveryStatus.FAILED, hook());
        attempt(alerts, entry, false);
        attempt(alerts, entry, false);
        fail(alerts, 1);

        var events = told();
        assertThat(events.get(1)).isEqualTo(events.get(0));
        assertThat(events.get(2).id()).isNotEqualTo(events.get(0).id());
    }

    /** A receiver is gone, and every event's retries are exhausted: one alert an hour is enough. */
    @Test
    void attempted_exhausted_tellsOnceInItsWindow() {
        var settings = new AlertSettings(0, false, Optional.of(Duration.ofHours(1)));
        var alerts = alerts(settings, "alert.attempt.exhausted_retries");
        fail(alerts, 1);
        exhaust(alerts, 2);
        assertThat(told()).hasSize(1);
        clock.advance(Duration.ofHours(1));
        exhaust(alerts, 2);
        assertThat(told()).hasSize(1);
    }

    @Test
    void attempted_exhaustedWithoutAWindow_tellsOfEachOrOfNone() {
        String topic = "alert.attempt.exhausted_retries";
        exhaust(alerts(new AlertSettings(0, false, Optional.of(Duration.ZERO)), topic), 2);
        assertThat(told()).hasSize(2);
        exhaust(alerts(OFF, topic), 2);
        assertThat(told()).isEmpty();
    }

    /** The operators' queue is full: what isn't told must not be taken for told, or nobody hears of it for an hour. */
    @Test
    void attempted_exhaustedAndDropped_isToldNextTime() {
        var full = new MemoryOperatorEventQueue(Queues.EAGER.withCapacity(1).withPublishWait(Duration.ZERO));
        String topic = OperatorTopics.EXHAUSTED_RETRIES;
        var events = new OperatorEvents(full, new OperatorTopics(List.of(topic)), "blue", Duration.ZERO, clock);
        var settings = new AlertSettings(0, false, Optional.of(Duration.ofHours(1)));
        var alerts = new Alerts(counter, tenants, events, clock, settings);
        full.publish(List.of(new OperatorEvent("first", topic, "{}"))).block();
        exhaust(alerts, 1);
        assertThat(Queues.drain(full)).extracting(OperatorEvent::id).containsExactly("first");
        exhaust(alerts, 2);
        assertThat(Queues.drain(full)).extracting(OperatorEvent::topic).containsExactly(topic);
    }

    /** Deliveries don't wait for the operators' queue at all, and Redis takes a moment to count. */
    @Test
    void attempted_withoutAWaitForTheQueue_isCounted() {
        var alerts = new Alerts(
                answering(Mono.delay(Duration.ofSeconds(1)).thenReturn(1)),
                tenants,
                new OperatorEvents(queue, new OperatorTopics(List.of()), "blue", Duration.ZERO, clock),
                clock,
                failures(1, true));
        LogEntry entry = entry(DeliveryStatus.FAILED, hook());
        StepVerifier.withVirtualTime(() -> alerts.attempted(entry, false))
                .thenAwait(Duration.ofSeconds(1))
                .expectComplete()
                .verify(PATIENCE);
        assertThat(hook().enabled()).isFalse();
    }

    private OperatorEvents events(String... topics) {
        return new OperatorEvents(queue, new OperatorTopics(List.of(topics)), "blue", WAIT, clock);
    }

    private Alerts alerts(AlertSettings settings, String... topics) {
        return new Alerts(counter, tenants, events(topics), clock, settings);
    }

    private static AlertSettings failures(int failures, boolean disables) {
        return new AlertSettings(failures, disables, Optional.empty());
    }

    private void fail(Alerts alerts, int count) {
        for (int i = 0; i < count; i++) {
            attempt(alerts, entry(DeliveryStatus.FAILED, hook()), false);
        }
    }

    private void exhaust(Alerts alerts, int count) {
        for (int i = 0; i < count; i++) {
            attempt(alerts, entry(DeliveryStatus.FAILED, hook()), true);
        }
    }

    private static void attempt(Alerts alerts, LogEntry entry, boolean exhausted) {
        StepVerifier.create(alerts.attempted(entry, exhausted)).expectComplete().verify(PATIENCE);
    }

    private LogEntry entry(DeliveryStatus status, @Nullable Destination destination) {
        return entry("atm_" + ++attempts, attempts, status, destination);
    }

    private LogEntry entry(String id, int number, DeliveryStatus status, @Nullable Destination destination) {
        var event = Samples.event("evt_1");
        var delivery =
                new Delivery(id, "hook", "webhook", status, clock.instant(), number, false, "500", null, 1, event);
        return new LogEntry(event, delivery, destination == null ? null : open(destination));
    }

    private static Destination open(Destination hook) {
        return new Destination(
                hook.id(),
                hook.tenantId(),
                hook.type(),
                hook.topics(),
                hook.filter(),
                hook.config(),
                Map.of(),
                null,
                hook.metadata(),
                hook.createdAt(),
                hook.updatedAt(),
                hook.disabledAt());
    }

    private List<OperatorEvent> told() {
        return Queues.drain(queue);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> data(OperatorEvent event) {
        return (Map<String, Object>)
                Objects.requireNonNull(Json.parseObject(event.body()).get("data"));
    }

    private static Map<String, Object> failed(long current, long threshold) {
        return Map.of("current", current, "max", 10L, "threshold", threshold);
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
            public Mono<Void> oncePerWindow(DestinationKey destination, Duration window, Mono<Boolean> telling) {
                return answer.then(telling).then();
            }

            @Override
            public Mono<Void> reset(DestinationKey destination) {
                return answer.then();
            }
        };
    }
}
