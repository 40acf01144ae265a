package dev.postern.fakes;

import dev.postern.idempotency.ClaimKey;
import dev.postern.idempotency.Idempotency;
import java.time.Duration;
import reactor.core.publisher.Mono;

/** Claims that can't be taken when their store is out of order. */
public final class FaultyIdempotency implements Idempotency {

    private final Idempotency idempotency;
    private final Faults faults;

    public FaultyIdempotency(Idempotency idempotency, Faults faults) {
        this.idempotency = idempotency;
        this.faults = faults;
    }

    @Override
    public <T> Mono<Outcome<T>> once(ClaimKey key, Duration claim, Duration remember, Mono<T> work) {
        return faults.around(idempotency.once(key, claim, remember, work));
    }
}
