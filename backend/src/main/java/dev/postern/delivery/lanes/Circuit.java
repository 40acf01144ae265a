package dev.postern.delivery.lanes;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * Opens once nobody answered so many attempts in a row. After the pause one attempt may pass; its answer
 * closes the circuit, its silence opens it anew.
 */
final class Circuit {

    private final CircuitBreaker breaker;
    private final Clock clock;
    private final Duration pause;
    private Instant probeAt = Instant.MIN;

    Circuit(int failures, Duration pause, Clock clock) {
        this.clock = clock;
        this.pause = pause;
        breaker = CircuitBreaker.of(
                "destination",
                CircuitBreakerConfig.custom()
                        .slidingWindowType(SlidingWindowType.COUNT_BASED)
                        .slidingWindowSize(failures)
                        .minimumNumberOfCalls(failures)
                        .failureRateThreshold(100)
                        .permittedNumberOfCallsInHalfOpenState(1)
                        .waitDurationInOpenState(pause)
                        .clock(clock)
                        .build());
    }

    boolean isClosed() {
        return breaker.getState() == State.CLOSED;
    }

    /** Whether an attempt may be made; if so, its end must be told. */
    boolean enter() {
        return breaker.tryAcquirePermission();
    }

    /** Until when nothing may pass, counted from now; zero where the probe is due. */
    Duration untilProbe() {
        Duration left = Duration.between(clock.instant(), probeAt);
        return isClosed() || left.isNegative() ? Duration.ZERO : left;
    }

    void end(Reach reach) {
        boolean wasOpen = breaker.getState() == State.OPEN;
        switch (reach) {
            case ANSWERED -> breaker.onSuccess(0, TimeUnit.NANOSECONDS);
            case SILENT -> breaker.onError(0, TimeUnit.NANOSECONDS, new SilenceException());
            case UNKNOWN -> breaker.releasePermission();
        }
        if (!wasOpen && breaker.getState() == State.OPEN) {
            probeAt = clock.instant().plus(pause);
        }
    }

    private static final class SilenceException extends Exception {

        private static final long serialVersionUID = 1;

        private SilenceException() {
            super("nobody answered", null, false, false);
        }
    }
}
