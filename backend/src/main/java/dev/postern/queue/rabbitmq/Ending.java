package dev.postern.queue.rabbitmq;

import java.time.Duration;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** The end of one consumer, which cuts its pauses short. */
final class Ending {

    private final Sinks.Empty<Void> ended = Sinks.empty();

    void end() {
        ended.tryEmitEmpty();
    }

    /** Completes after the pause, or at the end. */
    Mono<Void> orAfter(Duration pause) {
        return pause.isZero()
                ? Mono.empty()
                : Mono.firstWithSignal(Mono.delay(pause).then(), ended.asMono());
    }
}
