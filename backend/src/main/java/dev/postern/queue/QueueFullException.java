package dev.postern.queue;

/** The queue holds as many messages as it may, and stayed so for as long as a publisher waits. */
public final class QueueFullException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public QueueFullException(String queue, long capacity) {
        super("queue %s: full (capacity: %d messages)".formatted(queue, capacity));
    }
}
