package dev.postern.queue;

import dev.postern.model.Cursor;
import java.time.Instant;

/**
 * A message that was taken out of its queue because it can't be worked off.
 *
 * @param id unique in its queue
 * @param reason what was said of the last failure, at most 1,000 characters
 * @param body the message as it travelled; what isn't UTF-8 in it is replaced here, but not where it is
 *     kept: a redrive puts back the very bytes
 * @param firstSeen when it came into the queue, the last time
 * @param lastSeen when it was set aside
 * @param receives how often it was handed out since it came into the queue
 */
public record DeadLetter(
        String id, Cause cause, String reason, String body, Instant firstSeen, Instant lastSeen, int receives) {

    private static final int LONGEST_REASON = 1_000;

    public DeadLetter {
        reason = cut(reason);
    }

    /** Its place in the list. */
    public Cursor cursor() {
        return new Cursor(lastSeen, id);
    }

    /** The reason, no longer than is kept. */
    public static String cut(String reason) {
        return reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON - 1) + "…";
    }

    /** Why a message can't be worked off. */
    public enum Cause {
        /** Its bytes are no message. */
        UNDECODABLE,
        /** Its work failed as often as it may. */
        FAILED,
        /** As many failures as may be, the last being the silence of its consumer. */
        ABANDONED,
        /** Its consumer found that it can never be worked off. */
        REFUSED
    }
}
