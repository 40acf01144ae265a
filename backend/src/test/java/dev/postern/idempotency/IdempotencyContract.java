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
    protected static final ClaimKey KEY = ClaimKey.of("deliverymq", "acme", "evt_1", "des_1", "1");

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
                        .once(ClaimKey.of("deliverymq", "acme", "evt_1", "des_1", "2"), CLAIM, REMEMBER, work())
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

    /** A slow receiver, and a claim that is short: nobody else begins as long as the holder lives. */
    @Test
    void once_claimIsKeptAliveWhileTheWorkRuns() {
        var idempotency = create();
        var gate = Sinks.<Integer>one();
        var first = idempotency
                .once(KEY, SHORT, REMEMBER, work().then(gate.asMono()))
                .toFuture();
        await().atMost(PATIENCE).untilAtomic(runs, n -> assertThat(n).isEqualTo(1));
        await().during(SHORT.multipliedBy(4))
                .atMost(PATIENCE)
                .until(() -> once(idempotency) instanceof Outcome.InProgress);
        gate.tryEmitValue(7).orThrow();
        assertThat(first.join()).isEqualTo(new Outcome.Done<>(7));
        assertThat(once(idempotency)).isEqualTo(new Outcome.DoneBefore<>());
        assertThat(runs).hasValue(1);
    }

    /** Two tenants number their events alike; so do two destinations whose ids share a colon. */
    @Test
    void once_equalNamesOfOtherWork_areOtherWork() {
        var idempotency = create();
        List<ClaimKey> keys = List.of(
                ClaimKey.of("deliverymq", "acme", "evt_1", "des_1", "1"),
                ClaimKey.of("deliverymq", "globex", "evt_1", "des_1", "1"),
                ClaimKey.of("deliverymq", "acme", "evt_1:des_1", "1"));
        assertThat(keys).extracting(ClaimKey::name).containsOnly("deliverymq:evt_1:des_1:1");

        for (ClaimKey key : keys) {
            assertThat(idempotency.once(key, CLAIM, REMEMBER, work()).block()).isInstanceOf(Outcome.Done.class);
            assertThat(idempotency.once(key, CLAIM, REMEMBER, work()).block()).isEqualTo(new Outcome.DoneBefore<>());
        }
        assertThat(runs).hasValue(3);
    }

    /** One tenant's publication fails while another's of the same id is under way. */
    @Test
    void once_releaseLeavesOtherWorkOfThatNameAlone() {
        var idempotency = create();
        ClaimKey other = ClaimKey.of("deliverymq", "globex", "evt_1", "des_1", "1");
        var failing = Sinks.<Integer>one();
        idempotency.once(other, CLAIM, REMEMBER, work().then(Mono.never())).subscribe();
        var first = idempotency
                .once(KEY, CLAIM, REMEMBER, work().then(failing.asMono()))
                .toFuture();
        await().atMost(PATIENCE).untilAtomic(runs, n -> assertThat(n).isEqualTo(2));

        failing.tryEmitError(new CancellationException("queue down")).orThrow();

        await().atMost(PATIENCE).until(first::isCompletedExceptionally);
        assertThat(idempotency.once(other, CLAIM, REMEMBER, work()).block()).isEqualTo(new Outcome.InProgress<>());
        assertThat(once(idempotency)).isInstanceOf(Outcome.Done.class);
    }

    /** An event's id may be any text: braces are what a cluster tells slots by. */
    @Test
    void once_anyIdCanBeClaimed() {
        var idempotency = create();
        for (String id : List.of("a{b}c", "a{b", "a}b", "a{}b", "}{", "{", "}", "{}{x}", " ", "ü€𝄞", "processed")) {
            ClaimKey key = ClaimKey.of("publishmq", "acme", id);
            assertThat(idempotency.once(key, CLAIM, REMEMBER, work()).block()).isInstanceOf(Outcome.Done.class);
            assertThat(idempotency.once(key, CLAIM, REMEMBER, work()).block()).isEqualTo(new Outcome.DoneBefore<>());
        }
    }

    @Test
    void once_isForgottenAfterAWhile() {
        var idempotency = create();
        idempotency.once(KEY, CLAIM, SHORT, work()).block();
        awaitDone(idempotency);
        assertThat(runs).hasValue(2);
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
}
