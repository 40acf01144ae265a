package dev.postern.portal.session;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Limits of sessions and of signing in.
 *
 * @param max how many visitors may be signed in at once; 10,000 by default
 * @param idle after how long without a request a session ends; 12 hours by default
 * @param maxFailures how many failed sign-ins one address may make within the window; 10 by default
 * @param window the time over which failures are counted; 1 minute by default
 * @param maxAddresses how many addresses are remembered; 10,000 by default
 */
public record SessionSettings(
        @DefaultValue("10000") int max,
        @DefaultValue("12h") Duration idle,
        @DefaultValue("10") int maxFailures,
        @DefaultValue("1m") Duration window,
        @DefaultValue("10000") int maxAddresses) {

    public SessionSettings {
        positive("max", max);
        positive("maxFailures", maxFailures);
        positive("maxAddresses", maxAddresses);
        if (!idle.isPositive() || !window.isPositive()) {
            throw new IllegalArgumentException("idle: " + idle + ", window: " + window + " (expected: more than zero)");
        }
    }

    private static void positive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: at least 1)");
        }
    }
}
