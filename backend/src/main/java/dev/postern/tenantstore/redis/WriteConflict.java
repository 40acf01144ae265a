package dev.postern.tenantstore.redis;

import java.time.Duration;
import reactor.util.retry.Retry;

/** Another writer came between reading and writing: to be tried anew, a little later each time. */
final class WriteConflict extends RuntimeException {

    private static final long serialVersionUID = 1;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(50);

    WriteConflict(String what) {
        super(what + ": changed by others at every attempt", null, false, false);
    }

    /** Gives up with the conflict itself. */
    static Retry retry(int maxAttempts) {
        return Retry.backoff(maxAttempts - 1L, FIRST_PAUSE)
                .maxBackoff(LONGEST_PAUSE)
                .jitter(1)
                .filter(WriteConflict.class::isInstance)
                .onRetryExhaustedThrow((spec, signal) -> signal.failure());
    }
}
