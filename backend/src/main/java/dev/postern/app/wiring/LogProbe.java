package dev.postern.app.wiring;

import reactor.core.publisher.Mono;

/**
 * Whether the log's store answers.
 *
 * @param store its name, for people
 * @param probe completes where it does, fails where it does not
 */
public record LogProbe(String store, Mono<Void> probe) {}
