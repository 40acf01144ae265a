package dev.postern.alert;

import dev.postern.model.OperatorEvent;
import reactor.core.publisher.Mono;

/** Where operators want to be told. */
@FunctionalInterface
public interface OperatorEventSink {

    /** Completes once it is taken; an error means that it may not be, and can be sent again. */
    Mono<Void> send(OperatorEvent event);
}
