package dev.postern.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class WorkerLoopTest {

    private static final Duration DRAIN = Duration.ofSeconds(15);

    private final List<String> happened = new CopyOnWriteArrayList<>();

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
        assertThatThrownBy(() -> new WorkerLoop("test", Duration.ofSeconds(-1), signals -> Mono.empty()))
                .hasMessage("drain: PT-1S (expected: >= 0)");
    }

    private WorkerLoop loop(Function<WorkerLoop.Signals, Mono<?>> work) {
        return new WorkerLoop(
                "test",
                DRAIN,
                signals -> work.apply(signals).then().doFinally(signal -> happened.add(signal.toString())));
    }
}
