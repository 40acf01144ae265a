package dev.postern.portal.gateway;

import reactor.core.publisher.Mono;

/** Brings a call to the gateway and its answer back, as the JSON that GraphQL over HTTP speaks. */
interface Transport {

    Mono<byte[]> send(Call call, Credentials credentials);
}
