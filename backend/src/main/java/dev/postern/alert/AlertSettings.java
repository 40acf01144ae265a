package dev.postern.alert;

import dev.postern.model.Ranges;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * When a destination's failures are too many.
 *
 * @param failures after how many in a row (ALERT_CONSECUTIVE_FAILURE_COUNT, default 100); 0 means that
 *     they aren't counted
 * @param disables whether the destination is disabled then (ALERT_AUTO_DISABLE_DESTINATION, default
 *     false)
 * @param exhaustedWindow for how long the next spent retry budget of a destination isn't told
 *     (ALERT_EXHAUSTED_RETRIES_WINDOW_SECONDS, default 1 hour); zero tells each, empty none
 */
public record AlertSettings(int failures, boolean disables, Optional<Duration> exhaustedWindow) {

    public static final AlertSettings DEFAULTS = new AlertSettings(100, false, Optional.of(Duration.ofHours(1)));

    private static final int[] PERCENT = {100, 90, 70, 50};

    public AlertSettings {
        Ranges.requireAtLeast("failures", failures, 0);
        exhaustedWindow.ifPresent(window -> Ranges.requireNotNegative("exhaustedWindow", window));
    }

    boolean counts() {
        return failures > 0;
    }

    /**
     * Which part of the failures, in percent, is reached with this one; each is told once, and the whole
     * with each failure that follows it.
     */
    OptionalInt threshold(int count) {
        return count >= failures
                ? OptionalInt.of(100)
                : IntStream.of(PERCENT)
                        .filter(percent -> count == Math.ceilDiv(failures * percent, 100))
                        .findFirst();
    }
}
