package dev.postern.portal.gateway;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Limits on the way to the gateway.
 *
 * @param timeout how long one answer may take; 15 seconds by default
 * @param maxAnswer how large one answer may be; 16 MiB by default, which holds the largest event with its answer
 */
public record GatewaySettings(
        @DefaultValue("15s") Duration timeout,
        @DefaultValue("16MB") DataSize maxAnswer) {

    public GatewaySettings {
        if (!timeout.isPositive()) {
            throw new IllegalArgumentException("timeout: " + timeout + " (expected: more than zero)");
        }
        if (maxAnswer.toBytes() < 1024 || maxAnswer.toBytes() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("maxAnswer: " + maxAnswer + " (expected: 1KB..2047MB)");
        }
    }
}
