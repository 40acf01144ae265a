package dev.postern.delivery;

import dev.postern.model.DeliveryStatus;
import org.jspecify.annotations.Nullable;

/** How a destination took a sample event. */
public sealed interface DestinationTestResult {

    /**
     * An attempt was made.
     *
     * @param code the destination's answer code, or a short error name
     * @param response the destination's answer as JSON text; null where there was none
     */
    record Tested(
            DeliveryStatus status, String code, @Nullable String response, int latencyMs)
            implements DestinationTestResult {}

    record NoSuchDestination() implements DestinationTestResult {}
}
