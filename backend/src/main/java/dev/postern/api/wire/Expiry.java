package dev.postern.api.wire;

import dev.postern.security.Viewer.TenantViewer;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** When a viewer's credentials lapse, for what goes on for longer than a request. */
final class Expiry {

    static final String REASON = "The credentials have expired";

    /** Longer than any token of ours lasts, and within what a timer can count. */
    private static final Duration LONGEST = Duration.ofDays(365);

    /** Completes then; never for an operator, whose key has no end. */
    static Mono<Void> of(@Nullable Object viewer, Clock clock) {
        if (!(viewer instanceof TenantViewer tenant)) {
            return Mono.never();
        }
        return Mono.defer(() -> {
            Duration left = Duration.between(clock.instant(), tenant.expiresAt());
            return Mono.delay(left.compareTo(LONGEST) > 0 ? LONGEST : left).then();
        });
    }

    private Expiry() {}
}
