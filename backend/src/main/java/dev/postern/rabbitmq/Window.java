package dev.postern.rabbitmq;

/**
 * How many messages the broker may send before it hears of them: as many as the subscriber has asked for and not
 * settled yet, so that the rest is left to others. RabbitMQ fixes a consumer's prefetch when it begins; so a window
 * that has become too narrow is widened by one consumer more, by as much again each time, and those are few.
 */
final class Window {

    private final int most;
    private volatile int granted;

    /** @param most how many at the most */
    Window(int most) {
        this.most = most;
    }

    /** How much is missing to it; 0 where it is wide enough. */
    int missing(long wanted) {
        long want = Math.clamp(wanted, 1, most);
        return want <= granted ? 0 : (int) Math.min(Math.max(want - granted, granted), most - granted);
    }

    /** Whether it is so wide that it is worth beginning anew. */
    boolean isTooWide(long wanted) {
        return granted > 4 * Math.clamp(wanted, 1, most);
    }

    /** By one thread. */
    void widen(int more) {
        int before = granted;
        granted = before + more;
    }

    void close() {
        granted = 0;
    }
}
