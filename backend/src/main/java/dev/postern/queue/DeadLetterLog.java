package dev.postern.queue;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What every queue tells its operator of dead letters, in the same words. */
public final class DeadLetterLog {

    private static final Logger log = LoggerFactory.getLogger(DeadLetterLog.class);

    /**
     * A message went to the dead letters.
     *
     * @param message what the queue knows the message by
     */
    public static void setAside(String queue, String message, DeadLetter.Cause cause, String reason) {
        log.error("dead letter: queue={} message={} cause={} reason={}", queue, message, cause, reason);
    }

    /**
     * A message should go to the dead letters, and stays.
     *
     * @param message what the queue knows the message by
     */
    public static void noRoom(String queue, String message, DeadLetter.Cause cause, String reason) {
        log.error(
                "no room for a dead letter, so it stays in the queue: redrive or discard some, or let there be more:"
                        + " queue={} message={} cause={} reason={}",
                queue,
                message,
                cause,
                reason);
    }

    /** The oldest went for good, as the settings say. */
    public static void dropped(String queue, long letters) {
        if (letters > 0) {
            log.error(
                    "dead letters lost for good, the oldest first, to make room: queue={} letters={}", queue, letters);
        }
    }

    private DeadLetterLog() {}
}
