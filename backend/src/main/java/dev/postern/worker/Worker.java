package dev.postern.worker;

import reactor.core.publisher.Mono;

/** Works through what comes, from its start to its stop. Can be started again once it is stopped. */
public interface Worker {

    /** Starts; does nothing where it is running already. */
    void start();

    /**
     * Takes on nothing new, and completes once nothing is in hand: what can't be finished within the
     * worker's drain time, and 2 seconds more, is given back to where it came from.
     */
    Mono<Void> stop();

    /** Whether it takes on work, or still has some in hand. */
    boolean isRunning();

    WorkerState state();
}
