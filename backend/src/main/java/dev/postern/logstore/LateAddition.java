package dev.postern.logstore;

import java.time.Duration;
import reactor.core.publisher.Mono;

/** Whether the log's tables have a column, or a projection, that was added late. */
public final class LateAddition {

    /** Nobody takes it away. */
    private static final Duration PRESENT = Duration.ofDays(1);

    /** A migration may add it at any time. */
    private static final Duration ABSENT = Duration.ofMinutes(1);

    /** What the probe found is taken for granted for a while; its errors are not. */
    public static Mono<Boolean> remembered(Mono<Boolean> probe) {
        return probe.cache(has -> has ? PRESENT : ABSENT, error -> Duration.ZERO, () -> Duration.ZERO);
    }

    private LateAddition() {}
}
