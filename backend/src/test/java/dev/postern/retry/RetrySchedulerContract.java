package dev.postern.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.model.RetryTask;
import dev.postern.model.Trace;
import dev.postern.retry.RetryScheduler.DueRetry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What every retry schedule does. */
public abstract class RetrySchedulerContract {

    protected static final Clock CLOCK = Clock.systemUTC();
    protected static final Duration PATIENCE = Duration.ofSeconds(20);
    protected static final Duration SOON = Duration.ofMillis(150);
    protected static final Duration LATER = Duration.ofHours(4);
    protected static final RetryTask TASK = new RetryTask("evt_1", "acme", "des_1");

    /** An empty schedule; times pass for it as they do for the test. */
    protected abstract RetryScheduler create(RetrySettings settings);

    @Test
    void schedule_unsubscribedWritesNothing() {
        var scheduler = create(RetrySettings.defaults());
        Mono<Void> unsubscribed = scheduler.schedule(TASK, 1, Duration.ZERO);
        assertThat(dueTimes(scheduler, TASK)).isEmpty();
        assertThat(scheduler.receive().block()).isNull();
        unsubscribed.block();
        assertThat(dueTimes(scheduler, TASK)).containsOnlyKeys(TASK);
    }

    /** Whoever makes the next attempt numbers it by this. */
    @Test
    void receive_tellsWhichAttemptItFollows() {
        var scheduler = create(RetrySettings.defaults());
        scheduler.schedule(TASK, 7, Duration.ZERO).block();
        assertThat(receive(scheduler).afterAttempt()).isEqualTo(7);
        scheduler.schedule(TASK, 8, Duration.ZERO).block();
        DueRetry due = receive(scheduler);
        scheduler.postpone(due, Duration.ZERO).block();
        assertThat(receive(scheduler).afterAttempt()).isEqualTo(8);
        scheduler.schedule(TASK, 0, Duration.ZERO).block();
        assertThat(receive(scheduler).afterAttempt()).isZero();
    }

    /** The attempt that failed was traced: the next one goes on in its trace. */
    @Test
    void receive_tellsTheTraceItFollows() {
        var scheduler = create(RetrySettings.defaults());
        var trace = new Trace("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331");
        scheduler.schedule(TASK, 1, Duration.ZERO, trace).block();
        DueRetry due = receive(scheduler);
        assertThat(due.trace()).isEqualTo(trace);
        scheduler.postpone(due, Duration.ZERO).block();
        assertThat(receive(scheduler).trace()).isEqualTo(trace);
        scheduler.schedule(TASK, 2, Duration.ZERO).block();
        assertThat(receive(scheduler).trace()).isNull();
    }

    @Test
    void pending_countsThoseInHandToo() {
        var scheduler = create(RetrySettings.defaults());
        assertThat(scheduler.pending().block()).isZero();
        scheduler.schedule(TASK, 1, Duration.ZERO).block();
        scheduler.schedule(new RetryTask("evt_2", "acme", "des_1"), 1, LATER).block();
        DueRetry due = receive(scheduler);
        assertThat(scheduler.pending().block()).isEqualTo(2);
        scheduler.complete(due).block();
        assertThat(scheduler.pending().block()).isEqualTo(1);
    }

    @Test
    void receive_unsubscribedTakesNothing() {
        var scheduler = create(RetrySettings.defaults());
        scheduler.schedule(TASK, 1, Duration.ZERO).block();
        Mono<DueRetry> unsubscribed = scheduler.receive();
        assertThat(receive(scheduler).receives()).isEqualTo(1);
        assertThat(unsubscribed.block()).isNull();
    }

    @Test
    void receive_isEmptyUntilTheRetryIsDue() {
        var scheduler = create(RetrySettings.defaults());
        scheduler.schedule(TASK, 1, SOON).block();
        assertThat(scheduler.receive().block()).isNull();
        DueRetry due = awaitDue(scheduler);
        assertThat(due.task()).isEqualTo(TASK);
        assertThat(due.receives()).isEqualTo(1);
    }

    @Test
    void receive_earliestFirst() {
        var scheduler = create(RetrySettings.defaults());
        var other = new RetryTask("evt_2", "acme", "des_1");
        scheduler.schedule(TASK, 1, SOON).block();
        scheduler.schedule(other, 1, Duration.ZERO).block();
        assertThat(awaitDue(scheduler).task()).isEqualTo(other);
        assertThat(awaitDue(scheduler).task()).isEqualTo(TASK);
    }

    /** Two dispatchers look at the same moment: one of them gets it. */
    @Test
    void receive_hidesTheRetryFromOthers() {
        var scheduler = create(RetrySettings.defaults());
        scheduler.schedule(TASK, 1, Duration.ZERO).block();
        assertThat(receive(scheduler).task()).isEqualTo(TASK);
        assertThat(scheduler.receive().block()).isNull();
    }

    /** A dispatcher died with the retry in hand. */
    @Test
    void receive_silentRetryIsDueAgain() {
        var scheduler = create(new RetrySettings(SOON));
        scheduler.schedule(TASK, 1, Duration.ZERO).block();
        assertThat(receive(scheduler).receives()).isEqualTo(1);
        assertThat(awaitDue(scheduler).receives()).isEqualTo(2);
    }

    @Test
    void receive_everyRetryOnce() {
        var scheduler = create(RetrySettings.defaults());
        List<RetryTask> tasks = IntStream.range(0, 200)
                .mapToObj(n -> new RetryTask("evt_" + n, "acme", "des_1"))
                .toList();
        Flux.fromIterable(tasks)
                .flatMap(task -> scheduler.schedule(task, 1, Duration.ZERO), 20)
                .blockLast();
        var taken = new ConcurrentLinkedQueue<RetryTask>();
        Flux.range(0, 220)
                .flatMap(
                        n -> scheduler.receive().flatMap(due -> {
                            taken.add(due.task());
                            return scheduler.complete(due);
                        }),
                        8)
                .blockLast();
        assertThat(taken).containsExactlyInAnyOrderElementsOf(tasks);
        assertThat(dueTimes(scheduler, tasks.toArray(RetryTask[]::new))).isEmpty();
    }

    @Test
    void complete_forgetsTheRetry() {
        var scheduler = create(new RetrySettings(SOON));
        scheduler.schedule(TASK, 1, Duration.ZERO).block();
        scheduler.complete(receive(scheduler)).block();
        assertThat(dueTimes(scheduler, TASK)).isEmpty();
    }

    /** The retried attempt failed and scheduled its successor before the dispatcher was done with the first. */
    @Test
    void complete_leavesARetryScheduledMeanwhile() {
        var scheduler = create(RetrySettings.defaults());
        scheduler.schedule(TASK, 1, Duration.ZERO).block();
        DueRetry first = receive(scheduler);
        scheduler.schedule(TASK, 1, LATER).block();
        scheduler.complete(first).block();
        assertDueIn(scheduler, TASK, LATER);
    }

    /** A dispatcher comes back from a long pause: the retry is another's by now. */
    @Test
    void complete_leavesARetryReceivedByAnother() {
        var scheduler = create(new RetrySettings(SOON));
        scheduler.schedule(TASK, 1, Duration.ZERO).block();
        DueRetry first = receive(scheduler);
        DueRetry second = awaitDue(scheduler);
        scheduler.complete(first).block();
        assertThat(dueTimes(scheduler, TASK)).containsOnlyKeys(TASK);
        scheduler.complete(second).block();
        assertThat(dueTimes(scheduler, TASK)).isEmpty();
    }

    /** The attempt isn't in the log yet: look again later. */
    @Test
    void postpone_hidesForAsLongAsSaid() {
        var scheduler = create(RetrySettings.defaults());
        scheduler.schedule(TASK, 1, Duration.ZERO).block();
        scheduler.postpone(receive(scheduler), LATER).block();
        assertDueIn(scheduler, TASK, LATER);
        assertThat(scheduler.receive().block()).isNull();
    }

    @Test
    void postpone_countsOn() {
        var scheduler = create(RetrySettings.defaults());
        scheduler.schedule(TASK, 1, Duration.ZERO).block();
        scheduler.postpone(receive(scheduler), SOON).block();
        assertThat(awaitDue(scheduler).receives()).isEqualTo(2);
    }

    @Test
    void postpone_leavesARetryScheduledMeanwhile() {
        var scheduler = create(RetrySettings.defaults());
        scheduler.schedule(TASK, 1, Duration.ZERO).block();
        DueRetry first = receive(scheduler);
        scheduler.schedule(TASK, 1, Duration.ZERO).block();
        scheduler.postpone(first, LATER).block();
        assertThat(receive(scheduler).receives()).isEqualTo(1);
    }

    /** A manual retry failed while the automatic one was pending. */
    @Test
    void schedule_replacesThePendingRetry() {
        var scheduler = create(RetrySettings.defaults());
        scheduler.schedule(TASK, 1, Duration.ZERO).block();
        scheduler.schedule(TASK, 1, LATER).block();
        assertThat(scheduler.receive().block()).isNull();
        assertDueIn(scheduler, TASK, LATER);
        scheduler.schedule(TASK, 1, Duration.ZERO).block();
        assertThat(receive(scheduler).receives()).isEqualTo(1);
        assertThat(scheduler.receive().block()).isNull();
    }

    /** Event and destination ids are unique within their tenant alone. */
    @Test
    void schedule_equalIdsOfTwoTenantsBothStay() {
        var scheduler = create(RetrySettings.defaults());
        var others = new RetryTask(TASK.eventId(), "globex", TASK.destinationId());
        scheduler.schedule(TASK, 1, LATER).block();
        scheduler.schedule(others, 1, LATER.plusHours(1)).block();
        scheduler.schedule(others, 1, LATER.plusHours(2)).block();
        assertDueIn(scheduler, TASK, LATER);
        assertDueIn(scheduler, others, LATER.plusHours(2));

        scheduler.cancel(TASK).block();
        assertThat(dueTimes(scheduler, TASK, others)).containsOnlyKeys(others);

        scheduler.schedule(others, 1, Duration.ZERO).block();
        assertThat(receive(scheduler).task()).isEqualTo(others);
        assertThat(scheduler.receive().block()).isNull();
    }

    /** Ids that run together to the same text are not the same. */
    @Test
    void schedule_idsWithColonsStayApart() {
        var scheduler = create(RetrySettings.defaults());
        var one = new RetryTask("a:b", "acme", "c");
        var two = new RetryTask("a", "acme", "b:c");
        scheduler.schedule(one, 1, LATER).block();
        scheduler.schedule(two, 1, LATER.plusHours(1)).block();
        assertDueIn(scheduler, one, LATER);
        assertDueIn(scheduler, two, LATER.plusHours(1));
    }

    @Test
    void schedule_anyIdComesBackAsItWas() {
        var scheduler = create(RetrySettings.defaults());
        var odd = new RetryTask("<evt> & \"\u2028\\ {x} 日本 \ud83d\ude00", "acme", "dés/1");
        scheduler.schedule(odd, 1, Duration.ZERO).block();
        assertThat(dueTimes(scheduler, odd)).containsOnlyKeys(odd);
        assertThat(receive(scheduler).task()).isEqualTo(odd);
        scheduler.cancel(odd).block();
        assertThat(dueTimes(scheduler, odd)).isEmpty();
    }

    /** The manual retry succeeded: the automatic one is no longer needed. */
    @Test
    void cancel_forgetsThePendingRetry() {
        var scheduler = create(RetrySettings.defaults());
        scheduler.schedule(TASK, 1, Duration.ZERO).block();
        scheduler.cancel(TASK).block();
        scheduler.cancel(TASK).block();
        assertThat(scheduler.receive().block()).isNull();
        assertThat(dueTimes(scheduler, TASK)).isEmpty();
    }

    @Test
    void dueTimes_tellsThoseThatArePending() {
        var scheduler = create(RetrySettings.defaults());
        var absent = new RetryTask("evt_9", "acme", "des_1");
        scheduler.schedule(TASK, 1, LATER).block();
        assertThat(dueTimes(scheduler)).isEmpty();
        assertThat(dueTimes(scheduler, absent, TASK)).containsOnlyKeys(TASK);
        assertDueIn(scheduler, TASK, LATER);
    }

    /** The log's past is about to be cut: what the retry that has waited longest needs must stay. */
    @Test
    void earliestDue_isThatOfTheFirst() {
        var scheduler = create(RetrySettings.defaults());
        assertThat(scheduler.earliestDue().block()).isNull();
        scheduler.schedule(TASK, 1, LATER).block();
        assertThat(scheduler.earliestDue().block())
                .isEqualTo(dueTimes(scheduler, TASK).get(TASK));
        var overdue = new RetryTask("evt_2", "acme", "des_1");
        scheduler.schedule(overdue, 1, Duration.ZERO).block();
        assertThat(scheduler.earliestDue().block())
                .isEqualTo(dueTimes(scheduler, overdue).get(overdue));
    }

    protected static DueRetry receive(RetryScheduler scheduler) {
        return Objects.requireNonNull(scheduler.receive().block(), "nothing is due");
    }

    private static DueRetry awaitDue(RetryScheduler scheduler) {
        var due = new AtomicReference<@Nullable DueRetry>();
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(() -> {
            due.set(scheduler.receive().block());
            return due.get() != null;
        });
        return Objects.requireNonNull(due.get());
    }

    protected static Map<RetryTask, Instant> dueTimes(RetryScheduler scheduler, RetryTask... tasks) {
        return Objects.requireNonNull(scheduler.dueTimes(List.of(tasks)).block());
    }

    /** Give or take the minutes that a slow machine may take. */
    protected static void assertDueIn(RetryScheduler scheduler, RetryTask task, Duration delay) {
        assertThat(dueTimes(scheduler, task).get(task))
                .isBetween(
                        CLOCK.instant().plus(delay).minusSeconds(300),
                        CLOCK.instant().plus(delay).plusSeconds(300));
    }
}
