package dev.postern.app.settings;

import dev.postern.alert.AlertSettings;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** When a destination's failures are too many. */
@ConfigurationProperties("postern.alert")
public record AlertProperties(
        @Setting(
                env = "ALERT_CONSECUTIVE_FAILURE_COUNT",
                description = "After how many failed attempts in a row a destination's failures are too many;"
                        + " they are counted for 24 hours after the last",
                emptyIsValue = true,
                pattern = "[1-9][0-9]{0,4}",
                expected = "a whole number from 1 to 99999, or nothing, so that failures are not counted")
        @DefaultValue("100")
        String consecutiveFailures,

        @Setting(
                env = "ALERT_AUTO_DISABLE_DESTINATION",
                description = "Whether the destination is disabled then; what waits for it is delivered once it is"
                        + " enabled again")
        @DefaultValue("false")
        boolean disables) {

    public AlertSettings limits() {
        return new AlertSettings(consecutiveFailures.isEmpty() ? 0 : Integer.parseInt(consecutiveFailures), disables);
    }
}
