package dev.postern.delivery;

import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import dev.postern.retry.RetryScheduler.DueRetry;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/**
 * How a retry that can't be made shows in the log: as a failed delivery that says why. Its event is gone,
 * so that the row has the event's ids and nothing else of it.
 */
final class LostRetry {

    private static final String CODE = "retry_lost";
    private static final String RESPONSE = "{\"error\":\"the log no longer has the event that was to be retried\"}";

    /** Of a first attempt the log would make an event. */
    private static final int LEAST_NUMBER = 2;

    static LogEntry entry(String id, DueRetry due, Instant now) {
        Instant time = now.truncatedTo(ChronoUnit.MILLIS);
        var event = new Event(
                due.task().eventId(), due.task().tenantId(), null, List.of(), "", false, time, Map.of(), "{}");
        var delivery = new Delivery(
                id,
                due.task().destinationId(),
                AttemptRecorder.UNKNOWN_TYPE,
                DeliveryStatus.FAILED,
                time,
                Math.max(due.afterAttempt() + 1, LEAST_NUMBER),
                false,
                CODE,
                RESPONSE,
                null,
                event);
        return new LogEntry(event, delivery, null);
    }

    /** Whether a row is such a one, whose event must not be sent to anybody. */
    static boolean isOne(Delivery delivery) {
        return CODE.equals(delivery.code());
    }

    private LostRetry() {}
}
