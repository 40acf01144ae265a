package dev.postern.delivery.lanes;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** What one destination, or one tenant, has running and waiting, and how fast it goes. */
final class Share {

    private final int most;
    private final Map<Ticket, Instant> running = new LinkedHashMap<>();
    private Duration last = Duration.ZERO;
    private int waiting;
    private int users;

    Share(int most) {
        this.most = most;
    }

    /** Counts who shares it, and gives how many do. */
    int used(int more) {
        users += more;
        return users;
    }

    boolean isFull() {
        return running.size() >= most;
    }

    boolean isIdle() {
        return running.isEmpty() && waiting == 0;
    }

    int running() {
        return running.size();
    }

    void start(Ticket ticket, Instant now) {
        running.put(ticket, now);
    }

    void end(Ticket ticket, Instant now) {
        Instant started = running.remove(ticket);
        if (started != null) {
            last = Duration.between(started, now);
        }
    }

    void waits(int tickets) {
        waiting += tickets;
    }

    /** How long the next to come would wait, by how long those ran that ended, and those run that haven't. */
    Duration expectedWait(Instant now) {
        return pace(now).multipliedBy(waiting + 1L).dividedBy(most);
    }

    /** How many more could come without the last of them waiting for longer than this. */
    long room(Duration longestWait, Instant now) {
        long millis = pace(now).toMillis();
        long inTime = millis == 0 ? Integer.MAX_VALUE : longestWait.toMillis() * most / millis;
        return Math.max(inTime, most - running.size()) - waiting;
    }

    private Duration pace(Instant now) {
        if (running.isEmpty()) {
            return last;
        }
        Duration oldest = Duration.between(running.values().iterator().next(), now);
        return oldest.compareTo(last) > 0 ? oldest : last;
    }
}
