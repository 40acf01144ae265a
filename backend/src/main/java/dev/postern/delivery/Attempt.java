package dev.postern.delivery;

import dev.postern.model.DeliveryStatus;
import dev.postern.provider.PublishOutcome;
import java.time.Instant;

/**
 * An attempt that was made.
 *
 * @param time when it began
 */
record Attempt(PublishOutcome outcome, Instant time, int latencyMs) {

    DeliveryStatus status() {
        return switch (outcome) {
            case PublishOutcome.Delivered delivered -> DeliveryStatus.SUCCESS;
            case PublishOutcome.Rejected rejected -> DeliveryStatus.FAILED;
            case PublishOutcome.Gone gone -> DeliveryStatus.FAILED;
            case PublishOutcome.Unreachable unreachable -> DeliveryStatus.FAILED;
            case PublishOutcome.TimedOut timedOut -> DeliveryStatus.FAILED;
            case PublishOutcome.Malformed malformed -> DeliveryStatus.FAILED;
        };
    }
}
