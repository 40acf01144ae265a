package dev.postern.idempotency.memory;

import dev.postern.idempotency.Idempotency;
import dev.postern.idempotency.IdempotencyContract;
import java.time.Clock;

class MemoryIdempotencyTest extends IdempotencyContract {

    @Override
    protected Idempotency create() {
        return new MemoryIdempotency(Clock.systemUTC());
    }
}
