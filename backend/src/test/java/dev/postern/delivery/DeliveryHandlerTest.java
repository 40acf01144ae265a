package dev.postern.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.postern.fakes.CountingIds;
import dev.postern.fakes.HandedMessage;
import dev.postern.fakes.Samples;
import dev.postern.fakes.ScriptedProvider;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.DeliveryTask;
import dev.postern.model.Destination;
import dev.postern.model.LogEntry;
import dev.postern.model.Topics;
import dev.postern.parking.ParkingLot.Parked;
import dev.postern.provider.PublishOutcome;
import dev.postern.tenantstore.TenantStore;
import dev.postern.tenantstore.UnreadableFieldException;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

class DeliveryHandlerTest {

    private static final Duration LONG = Duration.ofMinutes(10);

    private final Workshop workshop = new Workshop();
    private final HandedMessage<DeliveryTask> message = HandedMessage.first(Samples.task("evt_1", "hook", 1));

    /** The ordinary case. */
    @Test
    void handle_delivered_logsTheAttemptAndAcknowledges() {
        workshop.handle(message);

        assertThat(message.settled()).isEqualTo("ack");
        assertThat(workshop.provider.attempts()).containsExactly(message.body());
        Delivery delivery = onlyEntry().delivery();
        assertThat(delivery.id()).isEqualTo("atm_1");
        assertThat(delivery.status()).isEqualTo(DeliveryStatus.SUCCESS);
        assertThat(delivery.code()).isEqualTo("200");
        assertThat(delivery.response()).isEqualTo("{\"status\":200,\"body\":\"ok\"}");
        assertThat(delivery.time()).isEqualTo(workshop.clock.instant().truncatedTo(ChronoUnit.MILLIS));
        assertThat(delivery.attemptNumber()).isEqualTo(1);
        assertThat(delivery.manual()).isFalse();
        assertThat(delivery.latencyMs()).isNotNull().isNotNegative();
        assertThat(delivery.event()).isEqualTo(message.body().event());
        assertThat(workshop.dueIn("evt_1")).isEmpty();
    }

    /** The log queue is read by others: no secret may stand in it. */
    @Test
    void handle_logsTheDestinationWithoutItsSecrets() {
        workshop.handle(message);

        Destination logged = Optional.ofNullable(onlyEntry().destination()).orElseThrow();
        assertThat(logged.id()).isEqualTo("hook");
        assertThat(logged.config()).containsEntry("url", "https://example.com/hook");
        assertThat(logged.credentials()).isEmpty();
        assertThat(logged.deliveryMetadata()).isNull();
    }

    /** How long the receiver took is what a person looks at first. */
    @Test
    void handle_measuresHowLongTheDestinationTook() {
        workshop.provider.answer(task -> Mono.delay(Duration.ofMillis(1_200)).thenReturn(ScriptedProvider.DELIVERED));

        StepVerifier.withVirtualTime(() -> workshop.handler.handle(message))
                .thenAwait(LONG)
                .verifyComplete();

        assertThat(onlyEntry().delivery().latencyMs()).isEqualTo(1_200);
    }

    /** The receiver has a bad day. */
    @Test
    void handle_rejected_schedulesARetryAndAcknowledges() {
        workshop.provider.answer(ScriptedProvider.REJECTED);

        workshop.handle(message);

        assertThat(message.settled()).isEqualTo("ack");
        assertThat(onlyEntry().delivery())
                .extracting(Delivery::status, Delivery::code)
                .containsExactly(DeliveryStatus.FAILED, "503");
        assertThat(workshop.dueIn("evt_1")).contains(Duration.ofSeconds(5));
    }

    /** It asks to be left alone for longer than the schedule would. */
    @Test
    void handle_rejectedWithRetryAfter_waitsThatLong() {
        workshop.provider.answer(rejectedWithRetryAfter(Duration.ofSeconds(90)));

        workshop.handle(message);

        assertThat(workshop.dueIn("evt_1")).contains(Duration.ofSeconds(90));
    }

    /** It asks for a year, by malice or mistake; or for less than the schedule says. */
    @Test
    void handle_rejectedWithUnreasonableRetryAfter_keepsToTheLimits() {
        workshop.provider.answer(rejectedWithRetryAfter(Duration.ofDays(365)));
        workshop.handle(message);
        assertThat(workshop.dueIn("evt_1")).contains(DeliverySettings.DEFAULTS.longestRetryAfter());

        workshop.provider.answer(rejectedWithRetryAfter(Duration.ZERO));
        workshop.handle(HandedMessage.first(Samples.task("evt_2", "hook", 1)));
        assertThat(workshop.dueIn("evt_2")).contains(Duration.ofSeconds(5));
    }

    /** Its name doesn't resolve today, or nobody listens: that may pass. */
    @ParameterizedTest
    @ValueSource(strings = {"dns_error", "connection_refused", "tls_error"})
    void handle_unreachable_schedulesARetry(String code) {
        workshop.provider.answer(new PublishOutcome.Unreachable(code));

        workshop.handle(message);

        assertThat(onlyEntry().delivery())
                .extracting(Delivery::status, Delivery::code, Delivery::response)
                .containsExactly(DeliveryStatus.FAILED, code, null);
        assertThat(workshop.dueIn("evt_1")).contains(Duration.ofSeconds(5));
    }

    /** The endpoint was taken down on purpose; should it come back, the event is still wanted. */
    @Test
    void handle_gone_disablesTheDestinationAndKeepsTheRetry() {
        workshop.provider.answer(new PublishOutcome.Gone("410", "{}"));

        workshop.handle(message);

        assertThat(message.settled()).isEqualTo("ack");
        assertThat(onlyEntry().delivery().code()).isEqualTo("410");
        assertThat(workshop.destination("hook").enabled()).isFalse();
        assertThat(workshop.dueIn("evt_1")).isPresent();
    }

    /** Its owner gave it a new URL while the old one answered. */
    @Test
    void handle_goneAfterAChange_leavesTheDestinationEnabled() {
        workshop.provider.answer(task -> {
            workshop.reconfigure("hook", Map.of("url", "https://new.example"));
            return Mono.just(new PublishOutcome.Gone("410", "{}"));
        });

        workshop.handle(message);

        assertThat(workshop.destination("hook").enabled()).isTrue();
    }

    /** The receiver hangs, and the provider says so. */
    @Test
    void handle_timedOut_isAFailedAttempt() {
        workshop.provider.answer(new PublishOutcome.TimedOut());

        workshop.handle(message);

        assertThat(onlyEntry().delivery())
                .extracting(Delivery::status, Delivery::code, Delivery::response)
                .containsExactly(DeliveryStatus.FAILED, "timeout", null);
        assertThat(workshop.dueIn("evt_1")).isPresent();
    }

    /** A provider forgets its deadline: its slot is not lost for ever. */
    @Test
    void handle_providerThatNeverAnswers_isCutOffAsTimedOut() {
        workshop.provider.answer(task -> Mono.never());

        StepVerifier.withVirtualTime(() -> workshop.handler.handle(message))
                .expectSubscription()
                .expectNoEvent(DeliverySettings.DEFAULTS.timeout())
                .thenAwait(LONG)
                .verifyComplete();

        assertThat(message.settled()).isEqualTo("ack");
        assertThat(onlyEntry().delivery().code()).isEqualTo("timeout");
        assertThat(workshop.provider.cancelled()).isEqualTo(1);
    }

    /** The stored configuration makes no request any more. */
    @Test
    void handle_malformed_isAFailedAttempt() {
        workshop.provider.answer(new PublishOutcome.Malformed("{\"error\":\"no url\"}"));

        workshop.handle(message);

        assertThat(onlyEntry().delivery())
                .extracting(Delivery::status, Delivery::code, Delivery::response)
                .containsExactly(DeliveryStatus.FAILED, "ERR", "{\"error\":\"no url\"}");
    }

    /** Another system stored a destination of a type that this one doesn't have. */
    @Test
    void handle_unknownType_isAFailedAttemptThatSaysWhy() {
        workshop.store(Samples.destination(Samples.TENANT, "queue", "aws_\"sqs\"", Topics.ALL));
        HandedMessage<DeliveryTask> toQueue = HandedMessage.first(Samples.task("evt_1", "queue", 1));

        workshop.handle(toQueue);

        assertThat(toQueue.settled()).isEqualTo("ack");
        assertThat(onlyEntry().delivery())
                .extracting(Delivery::destinationType, Delivery::code, Delivery::response)
                .containsExactly(
                        "aws_\"sqs\"", "ERR", "{\"error\":\"this installation does not know the destination's type\"}");
    }

    /** The last of the automatic attempts fails. */
    @Test
    void handle_failureWithTheBudgetSpent_schedulesNothing() {
        workshop.provider.answer(ScriptedProvider.REJECTED);
        workshop.schedule("evt_1", Duration.ofSeconds(1));

        workshop.handle(HandedMessage.first(Samples.task("evt_1", "hook", 3)));

        assertThat(workshop.dueIn("evt_1")).isEmpty();
    }

    /** The publisher asked for one attempt only. */
    @Test
    void handle_failureOfAnEventThatIsNotEligible_schedulesNothing() {
        workshop.provider.answer(ScriptedProvider.REJECTED);

        workshop.handle(HandedMessage.first(
                new DeliveryTask(Samples.notEligibleForRetry(Samples.event("evt_1")), "hook", 1, false)));

        assertThat(workshop.dueIn("evt_1")).isEmpty();
        assertThat(onlyEntry().delivery().status()).isEqualTo(DeliveryStatus.FAILED);
    }

    /** A person retried in time: the automatic retry has become pointless. */
    @Test
    void handle_successOfAManualAttempt_cancelsThePendingRetry() {
        workshop.schedule("evt_1", Duration.ofSeconds(60));

        workshop.handle(HandedMessage.first(Samples.manualTask("evt_1", "hook", 2)));

        assertThat(workshop.dueIn("evt_1")).isEmpty();
        assertThat(onlyEntry().delivery().manual()).isTrue();
    }

    /** A person retried too early: the automatic retry goes on from there, or ends with the budget. */
    @Test
    void handle_failureOfAManualAttempt_movesOrCancelsThePendingRetry() {
        workshop.provider.answer(ScriptedProvider.REJECTED);
        workshop.schedule("evt_1", Duration.ofSeconds(1));

        workshop.handle(HandedMessage.first(Samples.manualTask("evt_1", "hook", 2)));
        assertThat(workshop.dueIn("evt_1")).contains(Duration.ofSeconds(60));

        workshop.handle(HandedMessage.first(Samples.manualTask("evt_1", "hook", 3)));
        assertThat(workshop.dueIn("evt_1")).isEmpty();
    }

    /** A tenant deletes a destination while events for it are queued. */
    @Test
    void handle_destinationGone_dropsTheTask() {
        workshop.delete("hook");

        workshop.handle(message);

        assertThat(message.settled()).isEqualTo("ack");
        assertThat(workshop.provider.attempts()).isEmpty();
        assertThat(workshop.flushLog()).isEmpty();
        assertThat(workshop.lot.depth().block()).isZero();
    }

    /** … or disables it: they wait until it is enabled again, whichever attempt it was. */
    @Test
    void handle_destinationDisabled_parksTheTask() {
        workshop.disable("hook");
        HandedMessage<DeliveryTask> retry = HandedMessage.first(Samples.task("evt_2", "hook", 2));

        workshop.handle(message);
        workshop.handle(retry);

        assertThat(message.settled()).isEqualTo("ack");
        assertThat(retry.settled()).isEqualTo("ack");
        assertThat(workshop.provider.attempts()).isEmpty();
        assertThat(workshop.flushLog()).isEmpty();
        workshop.enable("hook");
        List<Parked> parked = Objects.requireNonNull(
                workshop.lot.first(message.body().destinationKey(), 10).block());
        assertThat(parked).extracting(Parked::task).containsExactly(message.body(), retry.body());
        parked.forEach(one -> workshop.handle(HandedMessage.first(one.task())));
        assertThat(workshop.provider.attemptNumbers()).containsExactly(1, 2);
    }

    /** The process died between the record and the acknowledgement. */
    @Test
    void handle_taskThatWasDone_isAcknowledgedWithoutAnAttempt() {
        workshop.handle(message);
        HandedMessage<DeliveryTask> again = message.again();

        workshop.handle(again);

        assertThat(again.settled()).isEqualTo("ack");
        assertThat(workshop.provider.attempts()).hasSize(1);
        assertThat(workshop.flushLog()).hasSize(1);
    }

    /** … also where the attempt failed: its retry is scheduled, and it is in the log. */
    @Test
    void handle_taskThatFailedBefore_isAcknowledgedWithoutAnAttempt() {
        workshop.provider.answer(ScriptedProvider.REJECTED);
        workshop.handle(message);

        workshop.handle(message.again());

        assertThat(workshop.provider.attempts()).hasSize(1);
    }

    /** The queue handed the task to two processes. */
    @Test
    void handle_taskThatIsInProgress_isRefused() {
        Sinks.One<PublishOutcome> answer = Sinks.one();
        workshop.provider.answer(task -> answer.asMono());
        var first = workshop.handler.handle(message).subscribe();
        HandedMessage<DeliveryTask> copy = message.again();

        workshop.handle(copy);
        assertThat(copy.settled()).isEqualTo("nack");

        answer.tryEmitValue(ScriptedProvider.DELIVERED);
        assertThat(message.settled()).isEqualTo("ack");
        assertThat(workshop.provider.attempts()).hasSize(1);
        first.dispose();
    }

    /** A person presses Retry, twice, before the log shows an attempt of that number: all are made. */
    @Test
    void handle_manualTaskWhoseNumberIsTaken_isQueuedAnewUnderTheNextFreeOne() {
        workshop.provider.answer(ScriptedProvider.REJECTED);
        workshop.handle(message);
        LogEntry logged = onlyEntry();
        workshop.handle(HandedMessage.first(Samples.task("evt_1", "hook", 2)));

        Workshop.run(workshop.manualRetry.retry(Samples.TENANT, "evt_1", "hook"));
        Workshop.run(workshop.manualRetry.retry(Samples.TENANT, "evt_1", "hook"));
        handleQueued();
        handleQueued();

        assertThat(logged.delivery().attemptNumber()).isEqualTo(1);
        assertThat(workshop.flushLog())
                .extracting(LogEntry::delivery)
                .extracting(Delivery::attemptNumber, Delivery::manual)
                .containsExactly(tuple(2, false), tuple(3, true), tuple(4, true));
    }

    /** … or while that attempt is being made. */
    @Test
    void handle_manualTaskWhoseNumberIsInProgress_isQueuedAnewUnderTheNextFreeOne() {
        workshop.provider.answer(task -> task.manual() ? Mono.just(ScriptedProvider.DELIVERED) : Mono.never());
        var first = workshop.handler.handle(message).subscribe();

        workshop.handle(HandedMessage.first(Samples.manualTask("evt_1", "hook", 1)));
        handleQueued();

        assertThat(workshop.provider.attemptNumbers()).containsExactly(1, 2);
        first.dispose();
    }

    /** … and a fault of ours comes between: the wish was answered "queued", so it is not forgotten. */
    @Test
    void handle_manualTaskWhoseNumberIsTaken_survivesBeingRefused() {
        workshop.handle(message);
        HandedMessage<DeliveryTask> manual = HandedMessage.first(Samples.manualTask("evt_1", "hook", 1));
        workshop.queueFaults.failNext(1);
        workshop.handle(manual);
        assertThat(manual.settled()).isEqualTo("nack");

        HandedMessage<DeliveryTask> again = manual.again();
        workshop.handle(again);
        assertThat(again.settled()).isEqualTo("ack");
        workshop.provider.answer(task -> Mono.error(new IllegalStateException("bug")));
        HandedMessage<DeliveryTask> anew = HandedMessage.first(workshop.queued().getFirst());
        workshop.handle(anew);
        assertThat(anew.settled()).isEqualTo("nack");
        workshop.provider.answer(ScriptedProvider.DELIVERED);
        workshop.handle(anew.again());

        workshop.handle(again.again());
        assertThat(workshop.queued()).isEmpty();
        assertThat(workshop.flushLog())
                .extracting(LogEntry::delivery)
                .extracting(Delivery::attemptNumber, Delivery::manual)
                .containsExactly(tuple(1, false), tuple(2, true));
    }

    /** A manual task that comes again has made its attempt: it is no second wish. */
    @Test
    void handle_manualTaskThatWasDone_isNotMadeAgain() {
        HandedMessage<DeliveryTask> manual = HandedMessage.first(Samples.manualTask("evt_1", "hook", 2));
        workshop.handle(manual);

        workshop.handle(manual.again());

        assertThat(workshop.provider.attemptNumbers()).containsExactly(2);
    }

    /** A provider has a bug, or its proxy is down: no attempt was made. */
    @Test
    void handle_providerError_isNoAttemptAndIsRefused() {
        workshop.provider.answer(task -> Mono.error(new IllegalStateException("proxy down")));

        workshop.handle(message);

        assertThat(message.settled()).isEqualTo("nack");
        assertThat(workshop.flushLog()).isEmpty();
        assertThat(workshop.dueIn("evt_1")).isEmpty();

        workshop.provider.answer(ScriptedProvider.DELIVERED);
        HandedMessage<DeliveryTask> again = message.again();
        workshop.handle(again);
        assertThat(again.settled()).isEqualTo("ack");
        assertThat(onlyEntry().delivery().attemptNumber()).isEqualTo(1);
    }

    /** A provider breaks its contract by throwing, or by giving nothing. */
    @Test
    void handle_providerThatThrowsOrGivesNothing_isRefused() {
        workshop.provider.answer(task -> {
            throw new IllegalArgumentException("bug");
        });
        workshop.handle(message);
        assertThat(message.settled()).isEqualTo("fail");
        assertThat(message.reason()).contains("IllegalArgumentException: bug");

        workshop.provider.answer(task -> Mono.empty());
        HandedMessage<DeliveryTask> again = message.again();
        workshop.handle(again);
        assertThat(again.settled()).isEqualTo("nack");
    }

    /** Redis is out of reach before the attempt. */
    @Test
    void handle_claimThatCannotBeTaken_isRefusedWithoutAnAttempt() {
        workshop.claimFaults.failNext(1);

        workshop.handle(message);

        assertThat(message.settled()).isEqualTo("nack");
        assertThat(workshop.provider.attempts()).isEmpty();
    }

    /** Redis stumbles after the webhook was delivered: it is not sent a second time for that. */
    @Test
    void handle_recordThatFailsForAMoment_isTriedAgainWithoutASecondAttempt() {
        workshop.logFaults.failNext(3);
        workshop.scheduleFaults.failNext(2);

        StepVerifier.withVirtualTime(() -> workshop.handler.handle(message))
                .thenAwait(LONG)
                .verifyComplete();

        assertThat(message.settled()).isEqualTo("ack");
        assertThat(workshop.provider.attempts()).hasSize(1);
        assertThat(workshop.flushLog()).hasSize(1);
    }

    /** PostgreSQL is down for so long that the log queue fills up: no receiver gets its webhook again for that. */
    @Test
    void handle_recordThatFailsForLong_isHeldUntilItSucceeds() {
        workshop.logFaults.failAlways();

        StepVerifier.withVirtualTime(() -> workshop.handler.handle(message))
                .expectSubscription()
                .expectNoEvent(LONG)
                .then(workshop.logFaults::recover)
                .thenAwait(LONG)
                .verifyComplete();

        assertThat(message.settled()).isEqualTo("ack");
        assertThat(workshop.provider.attemptNumbers()).containsExactly(1);
        assertThat(workshop.flushLog()).hasSize(1);
    }

    /** … unless the process stops: an attempt made twice is better than one that nobody ever sees. */
    @Test
    void handle_cancelledBeforeTheRecord_isRefusedAndMadeAgain() {
        workshop.logFaults.failAlways();
        workshop.handler.handle(message).subscribe().dispose();
        assertThat(message.settled()).isEqualTo("nack");

        workshop.logFaults.recover();
        HandedMessage<DeliveryTask> again = message.again();
        workshop.handle(again);
        assertThat(again.settled()).isEqualTo("ack");
        assertThat(workshop.provider.attemptNumbers()).containsExactly(1, 1);
        assertThat(workshop.flushLog()).hasSize(1);
    }

    /** A destination's configuration trips a provider every time: the task does not go round for ever. */
    @Test
    void handle_providerErrorEachTime_isAFailedAttemptInTheEnd() {
        workshop.provider.answer(task -> Mono.error(new IllegalStateException("bug")));
        HandedMessage<DeliveryTask> last = new HandedMessage<>(message.body(), DeliverySettings.DEFAULTS.tries());

        workshop.handle(last);

        assertThat(last.settled()).isEqualTo("ack");
        assertThat(onlyEntry().delivery())
                .extracting(Delivery::status, Delivery::code, Delivery::response)
                .containsExactly(
                        DeliveryStatus.FAILED, "ERR", "{\"error\":\"the delivery failed before anything was sent\"}");
        assertThat(workshop.dueIn("evt_1")).contains(Duration.ofSeconds(5));
    }

    /** Somebody changed AES_ENCRYPTION_SECRET, and old credentials don't decrypt: the log shows it. */
    @Test
    void handle_unreadableDestination_isAFailedAttemptInTheEnd() {
        var handler = new DeliveryHandler(
                unreadable(),
                workshop.queue,
                workshop.lot,
                workshop.provider.alone(),
                workshop.policy,
                workshop.scheduler,
                workshop.logQueue,
                workshop.idempotency,
                workshop.alerts,
                new CountingIds(),
                workshop.clock,
                DeliverySettings.DEFAULTS);
        HandedMessage<DeliveryTask> last = new HandedMessage<>(message.body(), DeliverySettings.DEFAULTS.tries());

        Workshop.run(handler.handle(message));
        assertThat(message.settled()).isEqualTo("nack");
        Workshop.run(handler.handle(last));

        assertThat(last.settled()).isEqualTo("ack");
        assertThat(onlyEntry().delivery())
                .extracting(Delivery::destinationId, Delivery::destinationType, Delivery::code, Delivery::response)
                .containsExactly("hook", "unknown", "ERR", "{\"error\":\"the stored destination can not be read\"}");
        assertThat(workshop.dueIn("evt_1")).isPresent();
    }

    /** … but an outage passes, however long it takes. */
    @Test
    void handle_outageEachTime_isRefusedEachTime() {
        HandedMessage<DeliveryTask> late = new HandedMessage<>(message.body(), 1_000);
        workshop.provider.answer(
                task -> Mono.error(new IllegalStateException(new ConnectException("connection refused"))));

        workshop.handle(late);
        assertThat(late.settled()).isEqualTo("nack");

        HandedMessage<DeliveryTask> later = late.again();
        workshop.claimFaults.failNext(1);
        workshop.handle(later);
        assertThat(later.settled()).isEqualTo("nack");
        assertThat(workshop.flushLog()).isEmpty();
    }

    /** The process shuts down in the middle of an attempt. */
    @Test
    void handle_cancelled_isNoAttemptAndIsRefused() {
        workshop.provider.answer(task -> Mono.never());

        workshop.handler.handle(message).subscribe().dispose();

        assertThat(message.settled()).isEqualTo("nack");
        assertThat(workshop.provider.cancelled()).isEqualTo(1);
        assertThat(workshop.flushLog()).isEmpty();

        workshop.provider.answer(ScriptedProvider.DELIVERED);
        HandedMessage<DeliveryTask> again = message.again();
        workshop.handle(again);
        assertThat(again.settled()).isEqualTo("ack");
    }

    /** The drain time is over: what has no outcome is cut off, and never begun. */
    @Test
    void handle_cutOff_isNoAttemptAndIsRefused() {
        Sinks.Empty<Void> stop = Sinks.empty();
        workshop.provider.answer(task -> Mono.never());
        var running = workshop.handler
                .handle(message, stop.asMono(), Passage.UNWATCHED)
                .subscribe();

        stop.tryEmitEmpty();
        assertThat(message.settled()).isEqualTo("nack");

        HandedMessage<DeliveryTask> late = HandedMessage.first(Samples.task("evt_2", "hook", 1));
        Workshop.run(workshop.handler.handle(late, stop.asMono(), Passage.UNWATCHED));
        assertThat(late.settled()).isEqualTo("nack");
        assertThat(workshop.provider.attempts()).hasSize(1);
        running.dispose();
    }

    /** The drain time is over while a delivered webhook is being recorded: the record is kept. */
    @Test
    void handle_cutOffAfterTheOutcome_isStillRecorded() {
        Sinks.Empty<Void> stop = Sinks.empty();
        workshop.logFaults.failNext(2);

        StepVerifier.withVirtualTime(() -> workshop.handler.handle(message, stop.asMono(), Passage.UNWATCHED))
                .expectSubscription()
                .then(stop::tryEmitEmpty)
                .thenAwait(LONG)
                .verifyComplete();

        assertThat(message.settled()).isEqualTo("ack");
        assertThat(workshop.flushLog()).hasSize(1);
    }

    /** Two tenants use the same ids for their events and destinations. */
    @Test
    void handle_sameIdsOfAnotherTenant_areAnotherAttempt() {
        Workshop.run(workshop.tenants.upsertTenant("globex", Map.of()));
        workshop.store(Samples.destination("globex", "hook", ScriptedProvider.TYPE, Topics.ALL));
        workshop.handle(message);

        workshop.handle(HandedMessage.first(
                new DeliveryTask(Samples.event("globex", "evt_1", "order.created"), "hook", 1, false)));

        assertThat(workshop.provider.attempts()).hasSize(2);
    }

    /** A worker is put together, and not started. */
    @Test
    void handle_unsubscribed_doesNothing() {
        var unused = workshop.handler.handle(message);

        assertThat(unused).isNotNull();
        assertThat(message.settled()).isEqualTo("open");
        assertThat(workshop.provider.attempts()).isEmpty();
    }

    private static TenantStore unreadable() {
        return (TenantStore) Proxy.newProxyInstance(
                TenantStore.class.getClassLoader(),
                new Class<?>[] {TenantStore.class},
                (store, method, arguments) -> Mono.error(new UnreadableFieldException("credentials: no JSON", null)));
    }

    private void handleQueued() {
        workshop.queued().forEach(task -> workshop.handle(HandedMessage.first(task)));
    }

    private LogEntry onlyEntry() {
        var entries = workshop.flushLog();
        assertThat(entries).hasSize(1);
        return entries.getFirst();
    }

    private static PublishOutcome rejectedWithRetryAfter(Duration wait) {
        return new PublishOutcome.Rejected("429", null, Optional.of(wait));
    }
}
