package dev.postern.api.wire;

import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * The answers that go on for as long as there are events. They end as the process begins to stop, for a graceful stop
 * waits for every answer that is under way.
 */
public final class OpenStreams implements ApplicationListener<ContextClosedEvent> {

    private final Sinks.Empty<Void> closing = Sinks.empty();

    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
        closing.tryEmitEmpty();
    }

    /** Completes as the process begins to stop. */
    Mono<Void> closing() {
        return closing.asMono();
    }

    /** The events; one that comes after the stop began has none. */
    <T> Flux<T> whileOpen(Flux<T> events) {
        return events.takeUntilOther(closing.asMono());
    }
}
