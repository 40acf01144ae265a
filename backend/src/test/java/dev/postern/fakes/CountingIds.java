package dev.postern.fakes;

import dev.postern.model.IdGenerator;
import java.util.concurrent.atomic.AtomicInteger;

/** {@code evt_1}, {@code des_2}, {@code atm_3}, … */
public final class CountingIds implements IdGenerator {

    private final AtomicInteger last = new AtomicInteger();

    @Override
    public String newEventId() {
        return "evt_" + last.incrementAndGet();
    }

    @Override
    public String newDestinationId() {
        return "des_" + last.incrementAndGet();
    }

    @Override
    public String newDeliveryId() {
        return "atm_" + last.incrementAndGet();
    }

    @Override
    public String newReplayId() {
        return "rpl_" + last.incrementAndGet();
    }
}
