package dev.postern.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.postern.model.Outage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

class WorkerLoopTest {

    private static final Duration DRAIN = Duration.ofSeconds(15);

    private final List<String> happened = new CopyOnWriteArrayList<>();
    private @Nullable Outage outage;

    /** The ordinary stop: what is in hand is done in time. */
    @Test
    void stop_completesWhenTheWorkHasEnded() {
        StepVerifier.withVirtualTime(() -> {
                    var loop = loop(signals -> signals.whenStopping().then(Mono.delay(Duration.ofSeconds(3))));
                    loop.start();
                    return loop.stop();
                })
                .expectSubscription()
                .expectNoEvent(Duration.ofSeconds(3))
                .verifyComplete();

        assertThat(happened).containsExactly("onComplete");
    }

    /** Work that takes too long is told to give back, and may do so. */
    @Test
    void stop_afterTheDrainTime_cutsOff() {
        StepVerifier.withVirtualTime(() -> {
                    var loop = loop(signals -> signals.whenCutOff().then(Mono.delay(Duration.ofSeconds(1))));
                    loop.start();
                    return loop.stop();
                })
                .expectSubscription()
                .expectNoEvent(DRAIN.plusSeconds(1))
                .verifyComplete();

        assertThat(happened).containsExactly("onComplete");
    }

    /** Work that listens to nothing is cancelled: the process must end. */
    @Test
    void stop_afterTheGraceTime_cancels() {
        StepVerifier.withVirtualTime(() -> {
                    var loop = loop(signals -> Mono.never());
                    loop.start();
                    return loop.stop();
                })
                .expectSubscription()
                .expectNoEvent(DRAIN.plusSeconds(2))
                .verifyComplete();

        assertThat(happened).containsExactly("cancel");
    }

    /** The life cycle calls start twice: there is one run. */
    @Test
    void start_whileRunning_doesNothing() {
        var loop = loop(signals -> signals.whenStopping().doOnSubscribe(s -> happened.add("started")));
        loop.start();
        loop.start();

        assertThat(loop.isRunning()).isTrue();
        assertThat(happened).containsExactly("started");
        StepVerifier.create(loop.stop()).verifyComplete();
        assertThat(loop.isRunning()).isFalse();
    }

    /** A context is stopped and started again. */
    @Test
    void start_afterAStop_runsAnew() {
        var loop = loop(signals -> signals.whenStopping().doOnSubscribe(s -> happened.add("started")));
        loop.start();
        StepVerifier.create(loop.stop()).verifyComplete();

        loop.start();

        assertThat(loop.isRunning()).isTrue();
        assertThat(happened).containsExactly("started", "onComplete", "started");
        StepVerifier.create(loop.stop()).verifyComplete();
    }

    /** A bug ends the work: health checks can see it. */
    @Test
    void isRunning_afterAnError_isFalse() {
        var loop = loop(signals -> Mono.error(new IllegalStateException("bug")));

        loop.start();

        assertThat(loop.isRunning()).isFalse();
        StepVerifier.create(loop.stop()).verifyComplete();
    }

    @Test
    void stop_beforeAnyStart_completes() {
        StepVerifier.create(loop(signals -> Mono.never()).stop()).verifyComplete();
    }

    @Test
    void construction_withANegativeDrainTime_isRefused() {
        assertThatThrownBy(
                        () -> new WorkerLoop("test", Duration.ofSeconds(-1), signals -> Mono.empty(), Optional::empty))
                .hasMessage("drain: PT-1S (expected: >= 0)");
    }

    @Test
    void state_tellsOfEachStepOfALife() {
        var handsFree = Sinks.<Void>empty();
        var loop = loop(signals -> signals.whenStopping().then(handsFree.asMono()));
        assertThat(loop.state()).isEqualTo(new WorkerState.Stopped());
        loop.start();
        assertThat(loop.state()).isEqualTo(new WorkerState.Up());
        outage = new Outage(Instant.EPOCH, "ConnectException");
        assertThat(loop.state()).isEqualTo(new WorkerState.Reconnecting(outage));
        loop.stop().subscribe();
        assertThat(loop.state()).isEqualTo(new WorkerState.Draining());
        handsFree.tryEmitEmpty();
        assertThat(loop.state()).isEqualTo(new WorkerState.Stopped());
    }

    /** A bug ends it, with an error or without one: nobody else would notice. */
    @Test
    void state_ofWorkThatEndedByItself_isDead() {
        for (Mono<?> end : List.of(Mono.error(new IllegalStateException("bug")), Mono.empty())) {
            var loop = loop(signals -> end);
            loop.start();
            assertThat(loop.state()).isEqualTo(new WorkerState.Dead());
        }
    }

    private WorkerLoop loop(Function<WorkerLoop.Signals, Mono<?>> work) {
        return new WorkerLoop(
                "test",
                DRAIN,
                signals -> work.apply(signals).then().doFinally(signal -> happened.add(signal.toString())),
                () -> Optional.ofNullable(outage));
    }
}
