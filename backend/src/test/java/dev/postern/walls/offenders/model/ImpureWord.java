package dev.postern.walls.offenders.model;

import reactor.core.publisher.Mono;

/** A word that does I/O. */
interface ImpureWord {
    Mono<String> load();
}
