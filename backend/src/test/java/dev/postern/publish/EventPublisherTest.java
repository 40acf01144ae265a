package dev.postern.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.postern.fakes.Faults;
import dev.postern.fakes.FaultyDeliveryQueue;
import dev.postern.fakes.Queues;
import dev.postern.fakes.Samples;
import dev.postern.fakes.SettableClock;
import dev.postern.idempotency.ClaimKey;
import dev.postern.idempotency.Idempotency;
import dev.postern.idempotency.memory.MemoryIdempotency;
import dev.postern.model.DeliveryTask;
import dev.postern.model.Event;
import dev.postern.model.Topics;
import dev.postern.queue.DeliveryQueue;
import dev.postern.queue.memory.MemoryDeliveryQueue;
import dev.postern.tenantstore.memory.MemoryTenantStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

class EventPublisherTest {

    private final SettableClock clock = new SettableClock();
    private final MemoryTenantStore tenants = new MemoryTenantStore(clock);
    private final Faults faults = new Faults();
    private final DeliveryQueue queue = new FaultyDeliveryQueue(new MemoryDeliveryQueue(Queues.EAGER), faults);
    private final Idempotency idempotency = new MemoryIdempotency(clock);

    @BeforeEach
    void storeDestinations() {
        for (String tenant : List.of(Samples.TENANT, "globex")) {
            StepVerifier.create(tenants.upsertTenant(tenant, null))
                    .expectNextCount(1)
                    .verifyComplete();
        }
        store("orders", Samples.TENANT, Topics.of("order.*"));
        store("all", Samples.TENANT, Topics.ALL);
        store("all", "globex", Topics.ALL);
    }

    /** The ordinary case. */
    @Test
    void publish_queuesAFirstAttemptForEachMatchedDestination() {
        Event event = Samples.event("evt_1");
        Event stamped = event.withMatchedDestinationIds(List.of("all", "orders"));

        StepVerifier.create(publisher().publish(event))
                .expectNext(new PublishResult.Accepted(stamped))
                .verifyComplete();

        assertThat(Queues.drain(queue))
                .containsExactly(
                        new DeliveryTask(stamped, "all", 1, false), new DeliveryTask(stamped, "orders", 1, false));
    }

    /** The publisher asks for one receiver. */
    @Test
    void publish_forOneDestination_queuesForThatAlone() {
        Event event = addressedTo("orders", Samples.event("evt_1"));

        StepVerifier.create(publisher().publish(event))
                .expectNext(new PublishResult.Accepted(event.withMatchedDestinationIds(List.of("orders"))))
                .verifyComplete();

        assertThat(Queues.drain(queue)).extracting(DeliveryTask::destinationId).containsExactly("orders");
    }

    /** The named receiver does not subscribe to the topic. */
    @Test
    void publish_forADestinationThatDoesNotTakeIt_matchesNone() {
        Event event = addressedTo("orders", Samples.event(Samples.TENANT, "evt_1", "user.created"));

        StepVerifier.create(publisher().publish(event))
                .expectNext(new PublishResult.NoMatch(event))
                .verifyComplete();
    }

    /** Nobody listens, or the tenant is unknown: no trace stays, so that the id can be used later. */
    @Test
    void publish_withoutMatch_leavesTheIdFree() {
        Event event = Samples.event("initech", "evt_1", "order.created");
        StepVerifier.create(publisher().publish(event))
                .expectNext(new PublishResult.NoMatch(event))
                .verifyComplete();
        assertThat(Queues.drain(queue)).isEmpty();

        StepVerifier.create(tenants.upsertTenant("initech", null))
                .expectNextCount(1)
                .verifyComplete();
        store("all", "initech", Topics.ALL);

        StepVerifier.create(publisher().publish(event))
                .expectNextMatches(PublishResult.Accepted.class::isInstance)
                .verifyComplete();
    }

    /** A publisher lost the answer and asks again. */
    @Test
    void publish_again_isADuplicateAndQueuesNothing() {
        Event event = Samples.event("evt_1");
        StepVerifier.create(publisher().publish(event)).expectNextCount(1).verifyComplete();
        Queues.drain(queue);

        StepVerifier.create(publisher().publish(event))
                .expectNext(new PublishResult.Duplicate(event.withMatchedDestinationIds(List.of("all", "orders"))))
                .verifyComplete();

        assertThat(Queues.drain(queue)).isEmpty();
    }

    /** The window is over: the id means a new event. */
    @Test
    void publish_againAfterTheWindow_isAcceptedAnew() {
        StepVerifier.create(publisher().publish(Samples.event("evt_1")))
                .expectNextCount(1)
                .verifyComplete();

        clock.advance(EventPublisherSettings.DEFAULTS.remember());

        StepVerifier.create(publisher().publish(Samples.event("evt_1")))
                .expectNextMatches(PublishResult.Accepted.class::isInstance)
                .verifyComplete();
    }

    /** Two customers number their events alike. */
    @Test
    void publish_ofAnotherTenantsId_isNoDuplicate() {
        StepVerifier.create(publisher().publish(Samples.event("evt_1")))
                .expectNextCount(1)
                .verifyComplete();

        StepVerifier.create(publisher().publish(Samples.event("globex", "evt_1", "order.created")))
                .expectNextMatches(PublishResult.Accepted.class::isInstance)
                .verifyComplete();
    }

    /** The queue is out of reach for a moment; the publisher tries again. */
    @Test
    void publish_afterAFailure_isAcceptedOnTheSecondTry() {
        faults.failNext(1);
        StepVerifier.create(publisher().publish(Samples.event("evt_1"))).verifyErrorMessage("out of order");

        StepVerifier.create(publisher().publish(Samples.event("evt_1")))
                .expectNextMatches(PublishResult.Accepted.class::isInstance)
                .verifyComplete();

        assertThat(Queues.drain(queue)).hasSize(2);
    }

    /** A publisher's two requests race; the first is done while the second waits. */
    @Test
    void publish_whileARivalFinishes_isADuplicate() {
        Sinks.One<Boolean> rival = holdTheClaim("evt_1");

        StepVerifier.withVirtualTime(() -> publisher().publish(Samples.event("evt_1")))
                .expectSubscription()
                .expectNoEvent(Duration.ofMillis(500))
                .then(() -> rival.tryEmitValue(true))
                .thenAwait(Duration.ofSeconds(2))
                .expectNextMatches(PublishResult.Duplicate.class::isInstance)
                .verifyComplete();
    }

    /** The first of two racing requests fails: the second does its work. */
    @Test
    void publish_whileARivalFails_isAccepted() {
        Sinks.One<Boolean> rival = holdTheClaim("evt_1");

        StepVerifier.withVirtualTime(() -> publisher().publish(Samples.event("evt_1")))
                .expectSubscription()
                .expectNoEvent(Duration.ofMillis(500))
                .then(() -> rival.tryEmitError(new IllegalStateException("rival failed")))
                .thenAwait(Duration.ofSeconds(2))
                .expectNextMatches(PublishResult.Accepted.class::isInstance)
                .verifyComplete();
    }

    /** The first request hangs. */
    @Test
    void publish_whileARivalGoesOn_saysSoAfterTheWait() {
        holdTheClaim("evt_1");

        StepVerifier.withVirtualTime(() -> publisher().publish(Samples.event("evt_1")))
                .expectSubscription()
                .expectNoEvent(Duration.ofMillis(1_999))
                .thenAwait(Duration.ofMillis(1))
                .expectNextMatches(PublishResult.InProgress.class::isInstance)
                .verifyComplete();
    }

    /** TOPICS is set, and the publisher's topic is misspelt or missing. */
    @Test
    void publish_ofATopicThatIsNotConfigured_isRefused() {
        EventPublisher publisher = publisher(List.of("order.created", "order.paid"));

        for (String topic : List.of("order.create", "ORDER.PAID", "")) {
            StepVerifier.create(publisher.publish(Samples.event(Samples.TENANT, "evt_1", topic)))
                    .expectNext(new PublishResult.UnknownTopic(topic))
                    .verifyComplete();
        }
        assertThat(Queues.drain(queue)).isEmpty();
    }

    /** TOPICS is set: its members may be published, and {@code *}, which addresses all. */
    @Test
    void publish_ofAConfiguredTopicOrAll_isAccepted() {
        EventPublisher publisher = publisher(List.of("order.created"));

        for (String topic : List.of("order.created", "*")) {
            StepVerifier.create(publisher.publish(Samples.event(Samples.TENANT, "evt_" + topic, topic)))
                    .expectNextMatches(PublishResult.Accepted.class::isInstance)
                    .verifyComplete();
        }
    }

    /** TOPICS is not set: events may even have no topic, and then every destination takes them. */
    @Test
    void publish_withoutTopic_matchesEveryDestination() {
        Event event = Samples.event(Samples.TENANT, "evt_1", "");

        StepVerifier.create(publisher().publish(event))
                .expectNext(new PublishResult.Accepted(event.withMatchedDestinationIds(List.of("all", "orders"))))
                .verifyComplete();
    }

    /** A request is built, and then its client is gone. */
    @Test
    void publish_unsubscribed_doesNothing() {
        var unused = publisher().publish(Samples.event("evt_1"));

        assertThat(unused).isNotNull();
        assertThat(Queues.drain(queue)).isEmpty();
    }

    /** A programming error: a sparse event from the log is published. */
    @Test
    void publish_ofAnEventWithoutData_throws() {
        Event sparse = new Event(
                "evt_1", Samples.TENANT, null, List.of(), "order.created", true, Samples.TIME, Map.of(), null);

        assertThatThrownBy(() -> publisher().publish(sparse)).hasMessageContaining("without its data");
    }

    /** A setting is mistyped. */
    @Test
    void settings_outOfRange_areRefusedWithTheExpectation() {
        assertThatThrownBy(() -> EventPublisherSettings.DEFAULTS.withRemember(Duration.ZERO))
                .hasMessage("remember: PT0S (expected: > 0)");
    }

    private EventPublisher publisher() {
        return publisher(List.of());
    }

    private EventPublisher publisher(List<String> topics) {
        return new EventPublisher(tenants, queue, idempotency, EventPublisherSettings.DEFAULTS.withTopics(topics));
    }

    private Sinks.One<Boolean> holdTheClaim(String eventId) {
        Sinks.One<Boolean> work = Sinks.one();
        idempotency
                .once(
                        ClaimKey.of("publishmq", Samples.TENANT, eventId),
                        Duration.ofSeconds(30),
                        Duration.ofHours(1),
                        work.asMono())
                .onErrorResume(e -> Mono.empty())
                .subscribe();
        return work;
    }

    private void store(String id, String tenantId, Topics topics) {
        StepVerifier.create(tenants.createDestination(Samples.destination(tenantId, id, "scripted", topics)))
                .expectNextCount(1)
                .verifyComplete();
    }

    private static Event addressedTo(String destinationId, Event event) {
        return new Event(
                event.id(),
                event.tenantId(),
                destinationId,
                event.matchedDestinationIds(),
                event.topic(),
                event.eligibleForRetry(),
                event.time(),
                event.metadata(),
                event.data());
    }
}
