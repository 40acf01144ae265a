package dev.postern.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.postern.delivery.ManualRetry.WishResult;
import dev.postern.fakes.HandedMessage;
import dev.postern.fakes.Samples;
import dev.postern.fakes.ScriptedProvider;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryTask;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import dev.postern.model.Topics;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

class ManualRetryTest {

    private final Workshop workshop = new Workshop();

    /** A person presses Retry on a failed delivery. */
    @Test
    void retry_queuesAManualAttemptAfterTheLast() {
        log(Samples.logEntry("evt_1", "hook", 1), Samples.logEntry("evt_1", "hook", 2));

        assertRetry(Samples.TENANT, "evt_1", "hook", queued("hook", 3));

        assertThat(workshop.queued()).containsExactly(Samples.manualTask("evt_1", "hook", 3));
    }

    /** An operator names no tenant. */
    @Test
    void retry_withoutTenant_findsTheEventsOwn() {
        log(Samples.logEntry("evt_1", "hook", 1));

        assertRetry(null, "evt_1", "hook", queued("hook", 2));
    }

    /** A destination was added after the event: the event never went there. */
    @Test
    void retry_toADestinationWithoutAttempt_queuesTheFirst() {
        log(Samples.logEntry("evt_1", "hook", 1));
        workshop.store(Samples.destination("new"));

        assertRetry(Samples.TENANT, "evt_1", "new", queued("new", 1));
        assertRetry(null, "evt_1", "new", queued("new", 2));
        assertThat(workshop.queued())
                .extracting(DeliveryTask::destinationId, DeliveryTask::attempt, DeliveryTask::manual)
                .containsExactly(tuple("new", 1, true), tuple("new", 2, true));
    }

    /** A person presses twice before the log shows the first: both attempts are made and logged. */
    @Test
    void retry_twiceWithinOneLogWindow_makesTwoAttempts() {
        workshop.provider.answer(ScriptedProvider.REJECTED);
        workshop.handle(HandedMessage.first(Samples.task("evt_1", "hook", 1)));
        workshop.flushLog();
        workshop.provider.answer(ScriptedProvider.DELIVERED);

        assertRetry(Samples.TENANT, "evt_1", "hook", queued("hook", 2));
        workshop.queued().forEach(task -> workshop.handle(HandedMessage.first(task)));
        assertRetry(Samples.TENANT, "evt_1", "hook", queued("hook", 3));
        workshop.queued().forEach(task -> workshop.handle(HandedMessage.first(task)));

        assertThat(workshop.flushLog())
                .extracting(LogEntry::delivery)
                .extracting(Delivery::attemptNumber)
                .containsExactly(2, 3);
    }

    /** The second task comes again because the process died: its own number keeps it from a second attempt. */
    @Test
    void retry_taskThatComesAgain_isMadeOnce() {
        log(Samples.logEntry("evt_1", "hook", 1));
        assertRetry(Samples.TENANT, "evt_1", "hook", queued("hook", 2));
        assertRetry(Samples.TENANT, "evt_1", "hook", queued("hook", 3));
        List<HandedMessage<DeliveryTask>> messages =
                workshop.queued().stream().map(HandedMessage::first).toList();

        messages.forEach(workshop::handle);
        messages.forEach(message -> workshop.handle(message.again()));

        assertThat(workshop.provider.attemptNumbers()).containsExactly(2, 3);
    }

    /** An automatic retry falls due while a manual one is on its way: it waits, and finds itself cancelled. */
    @Test
    void retry_besideADueAutomaticOne_makesOneAttempt() {
        log(Samples.logEntry("evt_1", "hook", 1));
        workshop.schedule("evt_1", Duration.ZERO);
        assertRetry(Samples.TENANT, "evt_1", "hook", queued("hook", 2));

        assertThat(workshop.dispatchNext()).isTrue();
        workshop.queued().forEach(task -> workshop.handle(HandedMessage.first(task)));
        workshop.clock.advance(Duration.ofHours(2));

        assertThat(workshop.dispatchNext()).isFalse();
        assertThat(workshop.provider.attemptNumbers()).containsExactly(2);
    }

    /** Delivered already, or published without the wish for retries: a person may still ask. */
    @Test
    void retry_ofAnEventThatIsNotEligible_isQueued() {
        log(Samples.logEntry(Samples.notEligibleForRetry(Samples.event("evt_1")), "hook", 1));

        assertRetry(Samples.TENANT, "evt_1", "hook", queued("hook", 2));
    }

    @Test
    void retry_ofAnUnknownEvent_findsNone() {
        assertRetry(Samples.TENANT, "evt_1", "hook", new ManualRetryResult.NoSuchEvent());
        assertRetry(null, "evt_1", "hook", new ManualRetryResult.NoSuchEvent());
    }

    /** One tenant tries the other's event id. */
    @Test
    void retry_ofAnotherTenantsEvent_findsNone() {
        log(Samples.logEntry("evt_1", "hook", 1));

        assertRetry("globex", "evt_1", "hook", new ManualRetryResult.NoSuchEvent());
    }

    /** Misspelt, or deleted since. */
    @Test
    void retry_toAnUnknownOrDeletedDestination_findsNone() {
        log(Samples.logEntry("evt_1", "hook", 1));
        assertRetry(Samples.TENANT, "evt_1", "hok", new ManualRetryResult.NoSuchDestination());

        workshop.delete("hook");
        assertRetry(Samples.TENANT, "evt_1", "hook", new ManualRetryResult.NoSuchDestination());
        assertThat(workshop.queued()).isEmpty();
    }

    @Test
    void retry_toADisabledDestination_isRefused() {
        log(Samples.logEntry("evt_1", "hook", 1));
        workshop.disable("hook");

        assertRetry(Samples.TENANT, "evt_1", "hook", new ManualRetryResult.DestinationDisabled());
        assertThat(workshop.queued()).isEmpty();
    }

    /** The destination subscribes to other topics now. */
    @Test
    void retry_toADestinationThatDoesNotTakeTheEvent_isRefused() {
        workshop.store(Samples.destination(Samples.TENANT, "users", ScriptedProvider.TYPE, Topics.of("user.*")));
        log(Samples.logEntry("evt_1", "users", 1));

        assertRetry(Samples.TENANT, "evt_1", "users", new ManualRetryResult.TopicMismatch());
        assertThat(workshop.queued()).isEmpty();
    }

    /** The event was published for one destination, and keeps saying so. */
    @Test
    void retry_leavesTheEventAsItWas() {
        Event event = Samples.event("evt_1");
        log(Samples.logEntry(event, "hook", 1));

        assertRetry(Samples.TENANT, "evt_1", "hook", queued("hook", 2));

        assertThat(workshop.queued()).extracting(DeliveryTask::event).containsExactly(event);
    }

    /** The queue is out of reach: the number is free again. */
    @Test
    void retry_afterAQueueFailure_takesTheSameNumber() {
        log(Samples.logEntry("evt_1", "hook", 1));
        workshop.queueFaults.failNext(1);
        StepVerifier.create(workshop.manualRetry.retry(Samples.TENANT, "evt_1", "hook"))
                .verifyErrorMessage("out of order");

        assertRetry(Samples.TENANT, "evt_1", "hook", queued("hook", 2));
    }

    /** A script presses Retry without end while nothing reaches the log. */
    @Test
    void retry_farAheadOfTheLog_failsAtLast() {
        log(Samples.logEntry("evt_1", "hook", 1));
        for (int number = 2; number < 102; number++) {
            assertRetry(Samples.TENANT, "evt_1", "hook", queued("hook", number));
        }

        StepVerifier.create(workshop.manualRetry.retry(Samples.TENANT, "evt_1", "hook"))
                .verifyErrorMatches(e -> String.valueOf(e.getMessage()).contains("100 retries are on their way"));
    }

    /** A bulk retry is taken over by another process: what was queued for it is not queued again. */
    @Test
    void retryOnce_queuesOnceForEachWish() {
        log(Samples.logEntry("evt_1", "hook", 1));

        assertWish("rpl_1", new WishResult.Answered(queued("hook", 2)));
        assertWish("rpl_1", new WishResult.QueuedBefore());
        assertWish("rpl_2", new WishResult.Answered(queued("hook", 3)));

        assertThat(workshop.queued()).hasSize(2);
    }

    /** The process that wanted it is stopped, or lost its hold, while the task is on its way to the queue. */
    @Test
    void retryOnce_cancelledOnTheWay_isSeenThrough() {
        log(Samples.logEntry("evt_1", "hook", 1));
        Sinks.Empty<Void> answer = Sinks.empty();
        workshop.queueFaults.holdAnswers(answer.asMono());
        workshop.manualRetry
                .retryOnce("rpl_1", Samples.TENANT, "evt_1", "hook")
                .subscribe()
                .dispose();
        assertWish("rpl_1", new WishResult.InProgress());

        answer.tryEmitEmpty();

        assertWish("rpl_1", new WishResult.QueuedBefore());
        assertThat(workshop.queued()).hasSize(1);
    }

    /** The event is not in the log yet: what was refused may be granted later. */
    @Test
    void retryOnce_refusedIsAskedAnew() {
        assertWish("rpl_1", new WishResult.Answered(new ManualRetryResult.NoSuchEvent()));
        log(Samples.logEntry("evt_1", "hook", 1));
        assertWish("rpl_1", new WishResult.Answered(queued("hook", 2)));
    }

    private void assertWish(String wish, WishResult expected) {
        StepVerifier.create(workshop.manualRetry.retryOnce(wish, Samples.TENANT, "evt_1", "hook"))
                .expectNext(expected)
                .expectComplete()
                .verify(Duration.ofSeconds(10));
    }

    /** A request is built, and then its client is gone. */
    @Test
    void retry_unsubscribed_doesNothing() {
        log(Samples.logEntry("evt_1", "hook", 1));

        var unused = workshop.manualRetry.retry(Samples.TENANT, "evt_1", "hook");

        assertThat(unused).isNotNull();
        assertThat(workshop.queued()).isEmpty();
    }

    private void assertRetry(
            @Nullable String tenantId, String eventId, String destinationId, ManualRetryResult expected) {
        StepVerifier.create(workshop.manualRetry.retry(tenantId, eventId, destinationId))
                .expectNext(expected)
                .verifyComplete();
    }

    private static ManualRetryResult queued(String destinationId, int attempt) {
        return new ManualRetryResult.Queued(Samples.TENANT, "evt_1", destinationId, attempt);
    }

    private void log(LogEntry... entries) {
        Workshop.run(workshop.logStore.insert(List.of(entries)));
    }
}
