package dev.postern.model;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Keeps in mind since when something that is tried again and again has failed. */
public final class Outages {

    private final Supplier<Instant> now;
    private final AtomicReference<@Nullable Outage> current = new AtomicReference<>();

    public Outages(Supplier<Instant> now) {
        this.now = now;
    }

    public void failed(Throwable error) {
        current.updateAndGet(known -> known == null ? Outage.of(now.get(), error) : known.metAgain(error));
    }

    public void succeeded() {
        current.set(null);
    }

    /** Empty where the last try succeeded, or none was made. */
    public Optional<Outage> current() {
        return Optional.ofNullable(current.get());
    }
}
