package dev.postern.replay;

/** How far a replay is. */
public enum ReplayStatus {
    /** It queues, or waits for what it queued. */
    RUNNING,
    /** Nobody is left out, and what was queued has its outcome, or was waited for as long as may be. */
    COMPLETED,
    /** A person ended it. */
    CANCELLED,
    /** A fault of ours ended it. */
    FAILED
}
