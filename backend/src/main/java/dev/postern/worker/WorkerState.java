package dev.postern.worker;

import dev.postern.model.Outage;

/** How a worker stands, for whoever decides whether to wait for it, to send it work or to restart its process. */
public sealed interface WorkerState {

    /** It takes on work. */
    record Up() implements WorkerState {}

    /** It tries by itself, with pauses that grow, to reach where its work comes from; a restart would not help. */
    record Reconnecting(Outage outage) implements WorkerState {}

    /** It was told to stop, takes on nothing new, and has something in hand. */
    record Draining() implements WorkerState {}

    /** It was not started, or has stopped as it was told to. */
    record Stopped() implements WorkerState {}

    /** It ended by itself, which it never should: nothing but a restart brings it back. */
    record Dead() implements WorkerState {}
}
