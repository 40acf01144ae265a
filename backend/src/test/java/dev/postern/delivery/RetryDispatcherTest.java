package dev.postern.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.postern.fakes.HandedMessage;
import dev.postern.fakes.Samples;
import dev.postern.fakes.ScriptedProvider;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.DeliveryTask;
import dev.postern.model.LogEntry;
import dev.postern.model.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;

class RetryDispatcherTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final Workshop workshop = new Workshop();

    /** The ordinary case. */
    @Test
    void dispatchNext_due_queuesTheNextAttemptAndForgetsTheRetry() {
        log(Samples.logEntry("evt_1", "hook", 1));
        workshop.schedule("evt_1", Duration.ZERO);

        assertThat(workshop.dispatchNext()).isTrue();

        var untraced = new Origin(workshop.clock.instant(), null);
        assertThat(workshop.queued())
                .containsExactly(Samples.task("evt_1", "hook", 2).withOrigin(untraced));
        assertThat(workshop.dueIn("evt_1")).isEmpty();
        assertThat(workshop.dispatchNext()).isFalse();
    }

    /** Most of the time. */
    @Test
    void dispatchNext_nothingDue_isFalse() {
        log(Samples.logEntry("evt_1", "hook", 1));
        workshop.schedule("evt_1", Duration.ofSeconds(5));

        assertThat(workshop.dispatchNext()).isFalse();

        workshop.clock.advance(Duration.ofSeconds(5));
        assertThat(workshop.dispatchNext()).isTrue();
    }

    /** The retry is due before the log batch with the attempt before it is written. */
    @Test
    void dispatchNext_attemptNotLoggedYet_waitsForIt() {
        workshop.schedule("evt_1", Duration.ZERO);

        assertThat(workshop.dispatchNext()).isTrue();
        assertThat(workshop.queued()).isEmpty();
        assertThat(workshop.dueIn("evt_1")).contains(Duration.ofSeconds(1));

        log(Samples.logEntry("evt_1", "hook", 1));
        workshop.clock.advance(Duration.ofSeconds(1));
        assertThat(workshop.dispatchNext()).isTrue();
        assertThat(workshop.queued()).hasSize(1);
    }

    /** The log's writers are down for a day: it is asked less and less often, and not for ever. */
    @Test
    void dispatchNext_attemptNeverLogged_waitsLongerEachTimeAndGivesUpAfterADay() {
        workshop.schedule("evt_1", Duration.ZERO);
        Instant start = workshop.clock.instant();

        for (int receives = 1; workshop.dueIn("evt_1").isPresent(); receives++) {
            assertThat(workshop.dispatchNext()).isTrue();
            Duration expected = Duration.ofSeconds(Math.min(300, 1L << Math.min(receives - 1, 10)));
            workshop.dueIn("evt_1").ifPresent(due -> {
                assertThat(due).isEqualTo(expected);
                workshop.clock.advance(due);
            });
        }

        assertThat(Duration.between(start, workshop.clock.instant()))
                .isBetween(RetryDispatchSettings.DEFAULTS.patience(), Duration.ofHours(25));
        assertThat(workshop.queued()).isEmpty();
    }

    /** … or for an hour: what was due meanwhile is made after all. */
    @Test
    void dispatchNext_attemptLoggedAfterAnHour_queuesTheNext() {
        workshop.schedule("evt_1", Duration.ZERO);
        Instant end = workshop.clock.instant().plus(HOUR);
        while (workshop.clock.instant().isBefore(end)) {
            assertThat(workshop.dispatchNext()).isTrue();
            workshop.clock.advance(workshop.dueIn("evt_1").orElseThrow());
        }

        log(Samples.logEntry("evt_1", "hook", 1));
        assertThat(workshop.dispatchNext()).isTrue();

        assertThat(workshop.queued()).extracting(DeliveryTask::attempt).containsExactly(2);
    }

    /** The delivery queue is out of reach for an hour: looks that fail wait longer, too. */
    @Test
    void dispatchNext_failingAgainAndAgain_isDueLaterEachTime() {
        log(Samples.logEntry("evt_1", "hook", 1));
        workshop.schedule("evt_1", Duration.ZERO);
        workshop.queueFaults.failAlways();

        for (int seconds : List.of(1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300)) {
            StepVerifier.create(workshop.dispatcher.dispatchNext()).verifyErrorMessage("out of order");
            assertThat(workshop.dueIn("evt_1")).contains(Duration.ofSeconds(seconds));
            workshop.clock.advance(Duration.ofSeconds(seconds));
        }
    }

    /** The process died after queueing the attempt: the retry comes again, and was seen to. */
    @Test
    void dispatchNext_afterACrashBeforeTheRetryWasForgotten_queuesNoSecondAttempt() {
        failFirstAttempt();
        workshop.scheduleFaults.failAfter(1, 1);
        StepVerifier.create(workshop.dispatcher.dispatchNext()).verifyErrorMessage("out of order");
        assertThat(workshop.queued()).extracting(DeliveryTask::attempt).containsExactly(2);

        workshop.clock.advance(HOUR.dividedBy(2));
        assertThat(workshop.dispatchNext()).isTrue();
        assertThat(workshop.queued()).isEmpty();
        assertThat(workshop.dueIn("evt_1")).isEmpty();
    }

    /** … of a retry that an Outpost scheduled: only the log tells which attempt it follows, and is waited for. */
    @Test
    void dispatchNext_outpostsRetryWhoseNumberIsTaken_waitsForTheLog() {
        log(Samples.logEntry("evt_1", "hook", 1));
        workshop.schedule("evt_1", Duration.ZERO);
        var numbers = new AttemptNumbers(workshop.idempotency, HOUR);
        StepVerifier.create(numbers.take(
                        Workshop.retry("evt_1"), 2, workshop.queue.publish(List.of(Samples.task("evt_1", "hook", 2)))))
                .expectNext(true)
                .verifyComplete();
        assertThat(workshop.queued()).hasSize(1);

        assertThat(workshop.dispatchNext()).isTrue();

        assertThat(workshop.queued()).isEmpty();
        assertThat(workshop.dueIn("evt_1")).isPresent();
    }

    /**
     * Retries follow one another faster than the log is written: the attempt before is made, failed and
     * scheduled its successor, and the log still shows the one before that.
     */
    @Test
    void dispatchNext_whileTheLogIsStale_numbersByTheSchedule() {
        failFirstAttempt();
        assertThat(workshop.dispatchNext()).isTrue();
        handleQueued();

        workshop.clock.advance(Duration.ofSeconds(60));
        assertThat(workshop.dispatchNext()).isTrue();

        assertThat(workshop.queued()).extracting(DeliveryTask::attempt).containsExactly(3);
    }

    /** … for longer than a number is remembered as made: it is still not given twice. */
    @Test
    void dispatchNext_whileTheLogIsStaleForHours_repeatsNoNumber() {
        failFirstAttempt();
        assertThat(workshop.dispatchNext()).isTrue();
        handleQueued();

        workshop.clock.advance(Duration.ofHours(20));
        Workshop.run(workshop.manualRetry.retry(Samples.TENANT, "evt_1", "hook"));
        assertThat(workshop.dispatchNext()).isTrue();

        assertThat(workshop.queued())
                .extracting(DeliveryTask::attempt, DeliveryTask::manual)
                .containsExactly(tuple(3, true), tuple(4, false));
    }

    /** A manual attempt overtook the automatic one and failed first: the pending retry follows the later. */
    @Test
    void dispatchNext_afterAManualAttemptOvertook_takesTheNextFreeNumber() {
        failFirstAttempt();
        assertThat(workshop.dispatchNext()).isTrue();
        List<DeliveryTask> automatic = workshop.queued();
        Workshop.run(workshop.manualRetry.retry(Samples.TENANT, "evt_1", "hook"));
        handleQueued();
        automatic.forEach(task -> workshop.handle(HandedMessage.first(task)));

        workshop.clock.advance(HOUR);
        assertThat(workshop.dispatchNext()).isTrue();

        assertThat(workshop.provider.attemptNumbers()).containsExactly(1, 3, 2);
        assertThat(workshop.queued()).extracting(DeliveryTask::attempt).containsExactly(4);
    }

    /** A manual attempt succeeded, is logged, and the pending retry was in hand just then. */
    @Test
    void dispatchNext_afterALoggedSuccess_queuesNothing() {
        failFirstAttempt();
        workshop.provider.answer(ScriptedProvider.DELIVERED);
        Workshop.run(workshop.manualRetry.retry(Samples.TENANT, "evt_1", "hook"));
        handleQueued();
        workshop.flushLog();
        Workshop.run(workshop.scheduler.schedule(Workshop.retry("evt_1"), 1, Duration.ZERO));

        assertThat(workshop.dispatchNext()).isTrue();

        assertThat(workshop.queued()).isEmpty();
        assertThat(workshop.dueIn("evt_1")).isEmpty();
    }

    /** The log's retention is shorter than the schedule: the tenant sees a failed delivery that says so. */
    @Test
    void dispatchNext_eventThatTheLogDropped_isLoggedAsLost() {
        Workshop.run(workshop.scheduler.schedule(Workshop.retry("evt_1"), 3, Duration.ZERO));
        while (workshop.dueIn("evt_1").isPresent()) {
            assertThat(workshop.dispatchNext()).isTrue();
            workshop.dueIn("evt_1").ifPresent(workshop.clock::advance);
        }

        List<LogEntry> entries = workshop.flushLog();

        assertThat(entries).hasSize(1);
        Delivery lost = entries.getFirst().delivery();
        assertThat(lost)
                .extracting(
                        Delivery::tenantId,
                        Delivery::eventId,
                        Delivery::destinationId,
                        Delivery::status,
                        Delivery::attemptNumber,
                        Delivery::code)
                .containsExactly(Samples.TENANT, "evt_1", "hook", DeliveryStatus.FAILED, 4, "retry_lost");
        assertThat(lost.response()).contains("no longer has the event");
        StepVerifier.create(workshop.manualRetry.retry(Samples.TENANT, "evt_1", "hook"))
                .expectNext(new ManualRetryResult.NoSuchEvent())
                .verifyComplete();
    }

    /** The delivery queue is out of reach: the retry is due again. */
    @Test
    void dispatchNext_queueFailure_keepsTheRetryAndItsNumber() {
        log(Samples.logEntry("evt_1", "hook", 1));
        workshop.schedule("evt_1", Duration.ZERO);
        workshop.queueFaults.failNext(1);

        StepVerifier.create(workshop.dispatcher.dispatchNext()).verifyErrorMessage("out of order");

        workshop.clock.advance(HOUR.dividedBy(2));
        assertThat(workshop.dispatchNext()).isTrue();
        assertThat(workshop.queued()).extracting(DeliveryTask::attempt).containsExactly(2);
    }

    /** An old Outpost counted attempts from 0. */
    @Test
    void dispatchNext_afterAnAttemptNumberedZero_queuesTheFirst() {
        LogEntry first = Samples.logEntry("evt_1", "hook", 1);
        Delivery old = first.delivery();
        log(new LogEntry(
                first.event(),
                new Delivery(
                        old.id(),
                        old.destinationId(),
                        old.destinationType(),
                        old.status(),
                        old.time(),
                        0,
                        false,
                        old.code(),
                        null,
                        null,
                        old.event()),
                null));
        workshop.schedule("evt_1", Duration.ZERO);

        assertThat(workshop.dispatchNext()).isTrue();

        assertThat(workshop.queued()).extracting(DeliveryTask::attempt).containsExactly(1);
    }

    /** From the first failure to the last, as a receiver that is down sees it. */
    @Test
    void retries_goOnUntilTheBudgetIsSpent() {
        workshop.provider.answer(ScriptedProvider.REJECTED);
        workshop.handle(HandedMessage.first(Samples.task("evt_1", "hook", 1)));

        for (int i = 0; i < 10; i++) {
            workshop.flushLog();
            workshop.clock.advance(HOUR);
            workshop.dispatchNext();
            workshop.queued().forEach(task -> workshop.handle(HandedMessage.first(task)));
        }

        assertThat(workshop.provider.attemptNumbers()).containsExactly(1, 2, 3);
    }

    /** A worker is put together, and not started. */
    @Test
    void dispatchNext_unsubscribed_doesNothing() {
        log(Samples.logEntry("evt_1", "hook", 1));
        workshop.schedule("evt_1", Duration.ZERO);

        var unused = workshop.dispatcher.dispatchNext();

        assertThat(unused).isNotNull();
        assertThat(workshop.dueIn("evt_1")).contains(Duration.ZERO);
    }

    /** Logged, and its retry is due. */
    private void failFirstAttempt() {
        workshop.provider.answer(ScriptedProvider.REJECTED);
        workshop.handle(HandedMessage.first(Samples.task("evt_1", "hook", 1)));
        workshop.flushLog();
        workshop.clock.advance(Duration.ofSeconds(5));
    }

    private void handleQueued() {
        workshop.queued().forEach(task -> workshop.handle(HandedMessage.first(task)));
    }

    private void log(LogEntry entry) {
        Workshop.run(workshop.logStore.insert(List.of(entry)));
    }
}
