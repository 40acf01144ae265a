package dev.postern.api.wire;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

class OpenStreamsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** A replay is watched as its process is stopped: the stop must not wait for the replay's end. */
    @Test
    void whileOpen_endsAsTheContextCloses() {
        try (var context = new AnnotationConfigApplicationContext(OpenStreams.class)) {
            var streams = context.getBean(OpenStreams.class);
            StepVerifier.create(streams.whileOpen(Flux.just(1).concatWith(Flux.never())))
                    .expectNext(1)
                    .then(context::close)
                    .expectComplete()
                    .verify(PATIENCE);
            StepVerifier.create(streams.whileOpen(Flux.never()))
                    .expectComplete()
                    .verify(PATIENCE);
        }
    }
}
