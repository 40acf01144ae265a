package dev.postern.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.fakes.CountingIds;
import dev.postern.fakes.Samples;
import dev.postern.fakes.ScriptedProvider;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.DestinationKey;
import dev.postern.model.Event;
import dev.postern.model.Topics;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class DestinationTestTest {

    private final Workshop workshop = new Workshop();
    private final DestinationTest test = new DestinationTest(
            workshop.tenants, workshop.provider.alone(), new CountingIds(), workshop.clock, DeliverySettings.DEFAULTS);

    /** A tenant has just entered a URL, and wants to see it work. */
    @Test
    void run_deliversASampleAndTellsTheOutcome() {
        assertThat(run("hook", null, null)).isInstanceOfSatisfying(DestinationTestResult.Tested.class, tested -> {
            assertThat(tested.status()).isEqualTo(DeliveryStatus.SUCCESS);
            assertThat(tested.code()).isEqualTo("200");
            assertThat(tested.response()).isEqualTo("{\"status\":200,\"body\":\"ok\"}");
            assertThat(tested.latencyMs()).isNotNegative();
        });

        assertThat(sent().topic()).isEqualTo("test");
        assertThat(sent().data()).isEqualTo("{\"message\":\"This is a test event.\"}");
        assertThat(sent().tenantId()).isEqualTo(Samples.TENANT);
    }

    /** The tenant's code expects its own kind of event. */
    @Test
    void run_sendsTheGivenTopicAndDataByteForByte() {
        run("hook", "order.paid", "{\"total\": 1.10}");

        assertThat(sent().topic()).isEqualTo("order.paid");
        assertThat(sent().data()).isEqualTo("{\"total\": 1.10}");
    }

    /** A sample looks like what the destination subscribed to. */
    @Test
    void run_withoutTopic_takesOneThatTheDestinationTakes() {
        workshop.store(Samples.destination(
                Samples.TENANT, "orders", ScriptedProvider.TYPE, Topics.of("user.*", "order.created")));

        run("orders", null, null);

        assertThat(sent().topic()).isEqualTo("order.created");
    }

    /** The URL is wrong, and nothing but the answer must come of it. */
    @Test
    void run_failure_isToldAndNeitherLoggedNorRetried() {
        workshop.provider.answer(ScriptedProvider.REJECTED);

        assertThat(run("hook", null, null))
                .isInstanceOfSatisfying(
                        DestinationTestResult.Tested.class,
                        tested -> assertThat(tested.status()).isEqualTo(DeliveryStatus.FAILED));

        assertThat(workshop.flushLog()).isEmpty();
        assertThat(workshop.queued()).isEmpty();
        assertThat(workshop.dueIn("evt_1")).isEmpty();
    }

    /** Before it is enabled again. */
    @Test
    void run_onADisabledDestination_delivers() {
        workshop.disable("hook");

        assertThat(run("hook", null, null)).isInstanceOf(DestinationTestResult.Tested.class);
    }

    @Test
    void run_onAnUnknownDestination_findsNone() {
        assertThat(run("nobody", null, null)).isEqualTo(new DestinationTestResult.NoSuchDestination());
    }

    /** The receiver hangs: the person gets an answer all the same. */
    @Test
    void run_onADestinationThatHangs_timesOut() {
        workshop.provider.answer(task -> Mono.never());

        StepVerifier.withVirtualTime(() -> test.run(new DestinationKey(Samples.TENANT, "hook"), null, null))
                .thenAwait(Duration.ofMinutes(1))
                .expectNextMatches(result -> result instanceof DestinationTestResult.Tested tested
                        && tested.code().equals("timeout")
                        && tested.latencyMs()
                                >= DeliverySettings.DEFAULTS.timeout().toMillis())
                .verifyComplete();
    }

    private Event sent() {
        assertThat(workshop.provider.attempts()).hasSize(1);
        return workshop.provider.attempts().getFirst().event();
    }

    private DestinationTestResult run(String id, @Nullable String topic, @Nullable String data) {
        return test.run(new DestinationKey(Samples.TENANT, id), topic, data)
                .blockOptional(Duration.ofSeconds(10))
                .orElseThrow();
    }
}
