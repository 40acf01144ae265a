package dev.postern.app.wiring;

import reactor.core.publisher.Mono;

/**
 * Whether a server answers that has queues alone.
 *
 * @param server its name, for people
 * @param probe completes where it does, fails where it does not
 */
public record QueueProbe(String server, Mono<Void> probe) {}
