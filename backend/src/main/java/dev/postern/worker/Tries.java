package dev.postern.worker;

import dev.postern.model.Outage;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Schedulers;

/**
 * Keeps in mind since when something that is tried again and again has failed. Its time is the one that the pauses
 * between tries go by, the scheduler's.
 */
public final class Tries {

    private final AtomicReference<@Nullable Outage> outage = new AtomicReference<>();

    public void failed(Throwable error) {
        Instant now = Instant.ofEpochMilli(Schedulers.parallel().now(TimeUnit.MILLISECONDS));
        outage.updateAndGet(known -> known == null ? Outage.of(now, error) : known.metAgain(error));
    }

    public void succeeded() {
        outage.set(null);
    }

    /** Empty where the last try succeeded, or none was made. */
    public Optional<Outage> outage() {
        return Optional.ofNullable(outage.get());
    }
}
