package dev.postern.intake;

import reactor.core.publisher.Mono;

/** How often a message of the publish queue failed, whoever had it. */
public interface FailureCounter {

    /** Counts one more failure, and tells how many there were. Forgotten a day after the last. */
    Mono<Long> failed(String messageKey);
}
