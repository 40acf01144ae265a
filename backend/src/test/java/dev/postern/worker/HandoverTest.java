package dev.postern.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

class HandoverTest {

    private final Sinks.Empty<Void> stop = Sinks.empty();
    private final List<Integer> late = new CopyOnWriteArrayList<>();

    /** The queue was handing out as the worker was told to stop: the message goes back. */
    @Test
    void until_whatComesAfterTheStopGoesBack() {
        TestPublisher<Integer> source = TestPublisher.createNoncompliant(TestPublisher.Violation.CLEANUP_ON_TERMINATE);

        StepVerifier.create(Handover.until(source.flux(), stop.asMono(), late::add))
                .then(() -> source.next(1))
                .expectNext(1)
                .then(stop::tryEmitEmpty)
                .verifyComplete();
        source.next(2);

        source.assertCancelled();
        assertThat(late).containsExactly(2);
    }

    /** The stop comes from the very work that the item sets off. */
    @Test
    void until_whatIsOnItsWayArrivesBeforeTheEnd() {
        StepVerifier.create(Handover.until(Flux.range(0, 3), stop.asMono(), late::add)
                        .doOnNext(item -> stop.tryEmitEmpty()))
                .expectNext(0)
                .verifyComplete();
        assertThat(late).doesNotContain(0);
    }

    /** Many stops, each at another moment: every item is here, in order and before the end, or there. */
    @Test
    void until_losesNothingWhereverTheStopComes() {
        for (int round = 0; round < 300; round++) {
            Sinks.Empty<Void> told = Sinks.empty();
            var back = new ConcurrentLinkedQueue<Integer>();
            var handed = new ArrayList<Integer>();
            TestPublisher<Integer> source =
                    TestPublisher.createNoncompliant(TestPublisher.Violation.CLEANUP_ON_TERMINATE);
            var ended = Handover.until(source.flux(), told.asMono(), back::add)
                    .doOnNext(handed::add)
                    .then()
                    .toFuture();
            CompletableFuture<Void> stopped = CompletableFuture.runAsync(told::tryEmitEmpty);
            IntStream.range(0, 200).forEach(source::next);
            stopped.join();
            ended.orTimeout(20, TimeUnit.SECONDS).join();
            handed.addAll(back);
            assertThat(handed)
                    .containsExactlyElementsOf(IntStream.range(0, 200).boxed().toList());
        }
    }

    /** The queue's server is away as the process is stopped: nobody waits for the pause to end. */
    @Test
    void anewUntil_stopEndsAPause() {
        StepVerifier.withVirtualTime(() -> Handover.<Integer>anewUntil(
                        "queue",
                        () -> Flux.error(new IllegalStateException("away")),
                        Mono.delay(Duration.ofMillis(200)).then(),
                        late::add))
                .expectSubscription()
                .thenAwait(Duration.ofMillis(200))
                .verifyComplete();
    }
}
