package dev.postern.alert;

/**
 * When a destination's failures are too many.
 *
 * @param failures after how many in a row (ALERT_CONSECUTIVE_FAILURE_COUNT, default 100); 0 means that
 *     they aren't counted
 * @param disables whether the destination is disabled then (ALERT_AUTO_DISABLE_DESTINATION, default
 *     false)
 */
public record AlertSettings(int failures, boolean disables) {

    public static final AlertSettings DEFAULTS = new AlertSettings(100, false);

    public AlertSettings {
        if (failures < 0) {
            throw new IllegalArgumentException("failures: %d (expected: >= 0)".formatted(failures));
        }
    }

    boolean counts() {
        return failures > 0;
    }
}
