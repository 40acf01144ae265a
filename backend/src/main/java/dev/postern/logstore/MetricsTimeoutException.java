package dev.postern.logstore;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Counting took longer than it may. */
public final class MetricsTimeoutException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public MetricsTimeoutException(Duration deadline, @Nullable Throwable cause) {
        super(
                "Counting took longer than %s: ask for less time, fewer dimensions, or with more filters"
                        .formatted(deadline),
                cause);
    }
}
