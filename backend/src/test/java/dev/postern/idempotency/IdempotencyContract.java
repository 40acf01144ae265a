package dev.postern.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.idempotency.Idempotency.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** What every keeper of claims does. */
public abstract class IdempotencyContract {

    protected static final Duration PATIENCE = Duration.ofSeconds(20);
    protected static final Duration CLAIM = Duration.ofMinutes(1);
    protected static final Duration REMEMBER = Duration.ofHours(1);
    protected static final Duration SHORT = Duration.ofMillis(200);
    protected static final String KEY = "deliverymq:acme:evt_1:des_1:1";

    protected final AtomicInteger runs = new AtomicInteger();

    protected abstract Idempotency create();

    @Test
    void once_unsubscribedClaimsNothing() {
        var idempotency = create();
        Mono<Outcome<Integer>> unsubscribed = idempotency.once(KEY, CLAIM, REMEMBER, work());
        assertThat(runs).hasValue(0);
        assertThat(once(idempotency)).isEqualTo(new Outcome.Done<>(1));
        assertThat(unsubscribed.block()).isEqualTo(new Outcome.DoneBefore<>());
    }

    @Test
    void once_runsTheFirstTimeAlone() {
        var idempotency = create();
        assertThat(once(idempotency)).isEqualTo(new Outcome.Done<>(1));
        assertThat(once(idempotency)).isEqualTo(new Outcome.DoneBefore<>());
        assertThat(runs).hasValue(1);
    }

    @Test
    void once_otherKeysAreOtherWork() {
        var idempotency = create();
        once(idempotency);
        assertThat(idempotency
                        .once("deliverymq:acme:evt_1:des_1:2", CLAIM, REMEMBER, work())
                        .block())
                .isEqualTo(new Outcome.Done<>(2));
    }

    /** The queue handed the same task out twice. */
    @Test
    void once_concurrentlyRunsOnce() {
        var idempotency = create();
        List<Outcome<Integer>> outcomes = Objects.requireNonNull(Flux.range(0, 50)
                .flatMap(n -> idempotency.once(KEY, CLAIM, REMEMBER, work()).subscribeOn(Schedulers.parallel()), 50)
                .collectList()
                .block());
        assertThat(outcomes).hasSize(50).containsOnlyOnce(new Outcome.Done<>(1));
        assertThat(runs).hasValue(1);
    }

    @Test
    void once_answersAtOnceWhileInProgress() {
        var idempotency = create();
        var gate = Sinks.<Integer>one();
        var first = idempotency
                .once(KEY, CLAIM, REMEMBER, work().then(gate.asMono()))
                .toFuture();
        await().atMost(PATIENCE).untilAtomic(runs, n -> assertThat(n).isEqualTo(1));
        assertThat(once(idempotency)).isEqualTo(new Outcome.InProgress<>());
        gate.tryEmitValue(7).orThrow();
        assertThat(first.join()).isEqualTo(new Outcome.Done<>(7));
        assertThat(once(idempotency)).isEqualTo(new Outcome.DoneBefore<>());
    }

    @Test
    void once_errorGivesTheKeyBack() {
        var idempotency = create();
        StepVerifier.create(idempotency.once(KEY, CLAIM, REMEMBER, Mono.error(new IllegalStateException("queue down"))))
                .verifyErrorMessage("queue down");
        assertThat(once(idempotency)).isEqualTo(new Outcome.Done<>(1));
    }

    /** Shutdown in the middle of a delivery: another process takes it over. */
    @Test
    void once_cancellationGivesTheKeyBack() {
        var idempotency = create();
        var running = idempotency
                .once(KEY, CLAIM, REMEMBER, work().then(Mono.never()))
                .subscribe();
        await().atMost(PATIENCE).untilAtomic(runs, n -> assertThat(n).isEqualTo(1));
        running.dispose();
        awaitDone(idempotency);
    }

    /** The client hung up just when the claim was being made. */
    @Test
    void once_cancellationAtAnyMomentGivesTheKeyBack() {
        var idempotency = create();
        for (int i = 0; i < 50; i++) {
            idempotency.once(KEY, CLAIM, REMEMBER, Mono.never()).subscribe().dispose();
        }
        awaitDone(idempotency);
    }

    /** Publishing answers nothing but that it is done. */
    @Test
    void once_emptyWorkCountsAsDone() {
        var idempotency = create();
        StepVerifier.create(idempotency.<Integer>once(KEY, CLAIM, REMEMBER, Mono.empty()))
                .verifyComplete();
        assertThat(once(idempotency)).isEqualTo(new Outcome.DoneBefore<>());
    }

    /** A process died while it delivered. */
    @Test
    void once_claimLapses() {
        var idempotency = create();
        idempotency.once(KEY, SHORT, REMEMBER, Mono.never()).subscribe();
        awaitDone(idempotency);
    }

    @Test
    void once_isForgottenAfterAWhile() {
        var idempotency = create();
        idempotency.once(KEY, CLAIM, SHORT, work()).block();
        awaitDone(idempotency);
        assertThat(runs).hasValue(2);
    }

    /** A holder that overran its time fails at last: the claim is somebody else's by now. */
    @Test
    void once_lateErrorLeavesTheNextClaimAlone() {
        var idempotency = create();
        var late = Sinks.<Integer>one();
        var first = idempotency.once(KEY, SHORT, REMEMBER, late.asMono()).toFuture();
        startNext(idempotency);
        late.tryEmitError(new CancellationException("too late")).orThrow();
        await().atMost(PATIENCE).until(first::isCompletedExceptionally);
        assertThat(once(idempotency)).isEqualTo(new Outcome.InProgress<>());
    }

    @Test
    void once_lateSuccessLeavesTheNextClaimAlone() {
        var idempotency = create();
        var late = Sinks.<Integer>one();
        var first = idempotency.once(KEY, SHORT, REMEMBER, late.asMono()).toFuture();
        startNext(idempotency);
        late.tryEmitValue(1).orThrow();
        assertThat(first.join()).isEqualTo(new Outcome.Done<>(1));
        assertThat(once(idempotency)).isEqualTo(new Outcome.InProgress<>());
    }

    /** It overran its time, but nobody else began: it is done. */
    @Test
    void once_lateSuccessCountsWhereNobodyElseBegan() {
        var idempotency = create();
        var late = Sinks.<Integer>one();
        var first = idempotency.once(KEY, SHORT, REMEMBER, late.asMono()).toFuture();
        await().pollDelay(SHORT.multipliedBy(2)).until(() -> true);
        late.tryEmitValue(1).orThrow();
        first.join();
        assertThat(once(idempotency)).isEqualTo(new Outcome.DoneBefore<>());
    }

    protected final Mono<Integer> work() {
        return Mono.fromSupplier(runs::incrementAndGet);
    }

    protected final Outcome<Integer> once(Idempotency idempotency) {
        return Objects.requireNonNull(
                idempotency.once(KEY, CLAIM, REMEMBER, work()).block());
    }

    private void awaitDone(Idempotency idempotency) {
        await().atMost(PATIENCE).until(() -> once(idempotency) instanceof Outcome.Done);
    }

    /** Claims the key for work that never ends, as soon as the claim before has lapsed. */
    private void startNext(Idempotency idempotency) {
        int before = runs.get();
        await().atMost(PATIENCE).until(() -> {
            idempotency.once(KEY, CLAIM, REMEMBER, work().then(Mono.never())).subscribe();
            return runs.get() > before;
        });
    }
}
